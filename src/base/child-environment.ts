// The environment of the programs we start. Ours may hold keys and tokens, so a child gets listed names only, never all.

/** What nearly every program needs to run. */
const common = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TZ', 'LD_LIBRARY_PATH', 'SystemRoot'];

/** For a child that downloads: how the outside is reached, and whose certificates count. */
export const networkVariables: readonly string[] = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/** @param more further names to pass on, where they are set */
export function childEnvironment(...more: readonly string[]): NodeJS.ProcessEnv {
  const given = [...common, ...more].filter((name) => process.env[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, process.env[name]]));
}
