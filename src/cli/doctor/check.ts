// One line of what `scrubjay doctor` and `scrubjay init` found out, and what can be done about it.

export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed' | 'fixed';
  /** What is so; where it is not well, with what to do about it. */
  detail: string;
  /** Mends it without losing anything, and says what it did. @throws what kept it from that */
  fix?(): Promise<string> | string;
}

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', fixed: 'fixed  ' } as const;

export const checkLine = ({ name, status, detail }: Check): string => `${marks[status]}  ${name}: ${detail}`;
