// The time zone as the configuration has it and as the person chose it.
import { type ChosenTimezone, createChosenTimezone } from '../base/time/timezone.ts';
import type { Config } from '../config.ts';

export const chosenTimezone = (config: Config): ChosenTimezone =>
  createChosenTimezone(config.state.dir, config.timezone);
