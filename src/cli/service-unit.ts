// The text of a systemd unit for this installation, made of systemd/scrubjay.service: the program's path, the configuration, the
// credentials and the folders are put in, the sandbox stays as it is. Pure.

export interface ServicePlan {
  /** A household's name; null for the only one. With a name the unit is the template `scrubjay@.service`. */
  name: string | null;
  /** In the person's own systemd instead of the machine's. */
  isUser: boolean;
  node: string;
  program: string;
  configFile: string;
  /** Where each credential's file lies; one that is missing there counts as not given. */
  credentialsDir: string;
  credentials: readonly string[];
  /** Folders that a user's service may write. */
  writable: readonly string[];
}

export const unitName = (name: string | null): string =>
  name === null ? 'scrubjay.service' : `scrubjay@${name}.service`;
export const unitFile = (name: string | null): string => (name === null ? 'scrubjay.service' : 'scrubjay@.service');

/** What a user's own systemd can't do without privileges, or what hides the home in which everything lies. */
const notForUsers = new Set(
  `User Group CapabilityBoundingSet AmbientCapabilities PrivateUsers PrivateDevices ProtectClock ProtectKernelLogs
   ProtectKernelModules ProtectHome ProtectHostname ProtectProc StateDirectory StateDirectoryMode WorkingDirectory
   KeyringMode PrivateIPC RemoveIPC`.split(/\s+/),
);

/** @param template the text of systemd/scrubjay.service */
export function buildUnit(template: string, plan: ServicePlan): string {
  const lines = template
    .split('\n')
    .filter((line) => !line.startsWith('#') && !line.startsWith('LoadCredential='))
    .filter((line) => !plan.isUser || !notForUsers.has(line.slice(0, Math.max(0, line.indexOf('=')))))
    .flatMap((line) => lineOf(line, plan));
  return `# Written by \`scrubjay install-service\`; \`scrubjay uninstall-service\` takes it away.\n${lines.join('\n').trimEnd()}\n`;
}

function lineOf(line: string, plan: ServicePlan): string[] {
  const [key = ''] = line.split('=', 1);
  const instance = plan.name === null ? '' : '-%i';
  switch (key) {
    case 'ExecStart':
      return [`ExecStart=${quoted(plan.node)} ${quoted(plan.program)} start`, ...writableLines(plan)];
    case 'Environment':
      if (!line.includes('SCRUBJAY_CONFIG')) return [line];
      return [`Environment=${quoted(`SCRUBJAY_CONFIG=${plan.configFile}`)}`, ...credentialLines(plan)];
    case 'Documentation':
      return [];
    case 'WorkingDirectory':
    case 'StateDirectory':
      return [`${line}${instance}`];
    case 'User':
    case 'Group':
      return [`${line}${instance}`];
    case 'WantedBy':
      return [plan.isUser ? 'WantedBy=default.target' : line];
    default:
      return [line];
  }
}

/** The default, a blank that counts as nothing, makes a missing file no reason not to start. */
const credentialLines = ({ credentials, credentialsDir }: ServicePlan): string[] =>
  credentials.flatMap((id) => [`LoadCredential=${id}:${credentialsDir}/${id}`, `SetCredential=${id}:\\x20`]);

const writableLines = ({ isUser, writable }: ServicePlan): string[] =>
  isUser ? writable.map((folder) => `ReadWritePaths=${quoted(folder)}`) : [];

/** As systemd reads an argument: `%` begins one of its own words, except `%i`, which is meant. */
const quoted = (text: string): string => {
  const escaped = text
    .replaceAll(/%(?!i)/g, '%%')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"');
  return /[\s"\\']/.test(text) ? `"${escaped}"` : escaped;
};
