// Sets a pragma on the connection of a state database, which nothing outside of `src/state` holds.
import type { State } from '../../src/state/state.ts';

export const setPragma = (state: Pick<State, 'table'>, pragma: string): void => {
  state.table({
    name: 'pragma',
    migrations: [],
    create(db) {
      db.pragma(pragma);
      return { erase: () => undefined };
    },
  });
};
