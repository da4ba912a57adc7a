// One line of what `scrubjay doctor` and `scrubjay init` found out.

export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

const marks = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const;

export const checkLine = ({ name, status, detail }: Check): string => `${marks[status]}  ${name}: ${detail}`;
