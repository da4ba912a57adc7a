// One finding of `scrubjay doctor` or `scrubjay init`, with its repair.

export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed' | 'fixed';
  /** The finding in a sentence; for a problem also what to do about it. */
  detail: string;
  /** Repairs the problem without losing data. @returns what it did @throws the reason where it can't */
  fix?(): Promise<string> | string;
}

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ', fixed: 'fixed  ' } as const;

export const checkLine = ({ name, status, detail }: Check): string => `${marks[status]}  ${name}: ${detail}`;
