import { parseArgs } from 'node:util';
import { parseOriginPattern } from './http/originPattern.ts';
import { isLogLevel, logLevels, type LogLevel } from './log.ts';
import { flagOf, leaseSettings, type LeaseSetting, type LeaseSettings } from './settings/leaseSettings.ts';
import { usageFault } from './usageFault.ts';

export interface CliOptions {
  readonly folder: string;
  readonly port: number;
  readonly host: string;
  readonly extensionsDirs: readonly string[];
  /** Undefined: there is none. */
  readonly extensionsRegistry?: string;
  /** Undefined: `.mooring` in the user's home folder. */
  readonly dataDir?: string;
  /** Undefined: the one kept in the data folder. */
  readonly token?: string;
  readonly allowOrigins: readonly string[];
  readonly allowHosts: readonly string[];
  readonly logLevel: LogLevel;
  /** Those that a flag gives. */
  readonly leases: LeaseSettings;
}

export type CliResult =
  | { readonly kind: 'start'; readonly options: CliOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** One sentence: what is wrong with the command line. */
  | { readonly kind: 'usage'; readonly message: string };

export const helpText = `Usage: mooring [options] [folder]
       mooring check <folder or .vsix> …
       mooring new-language [options] <id>

Opens a folder in a VS Code-like workbench in the browser, with its language servers
running here; without a folder, a copy of a small sample project. Prints the address to
open; opens nothing by itself. "check" says what is wrong with an extension,
"new-language" makes one; each explains itself with --help.

  --port <number>         Port to listen on; 0 takes any free one. Default: 5555.
  --host <address>        Address to listen on. Default: 127.0.0.1, which only this
                          machine can reach; 0.0.0.0 lets other machines in (they
                          need the token of the printed address).
  --extensions-dir <dir>  Also load the extension folders in <dir>. May be repeated.
  --extensions-registry <address>
                          Where the Extensions view looks for more: a registry with the
                          interface of Open VSX. Default: none.
  --data-dir <dir>        Where the token and your own extensions are kept.
                          Default: ~/.mooring.
  --token <token>         Use this token (16 characters or more) instead of the
                          generated one that is kept in the data folder.
  --allow-host <host>     Also answer requests for this host name, with or without a
                          port: the name of a proxy in front, say. May be repeated.
  --allow-origin <origin> Also let pages of this origin connect, if they bring the
                          token. A "*" may end the first label of the host:
                          http://v--*.localhost:3000. May be repeated.
  --continuity <on|off>   Whether language servers and debug sessions outlive the tab that
                          uses them. Off: they end when it goes. Default: on.
  --max-leases <number>   How many language servers may be kept at once, 1 to 64; the one
                          that waited longest without a tab makes room. Default: 8.
  --detached-expiry <time>
                          How long a server or a terminal waits for a tab to come back:
                          90s, 10m, 1h. Default: 1h.
  --editor-idle <time>    How long a server outlives the last editor of its languages.
                          Default: 2m.
  --restarts <number>     How often in a row a server that exits is started again, 0 to
                          20. Default: 5.
  --log-level <level>     ${logLevels.join(', ')}. Default: info.
  --version               Print the version and exit.
  --help                  Print this text and exit.`;

/** Reads the command line, without looking at the world. */
export function parseCli(args: readonly string[]): CliResult {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return usage(usageFault(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const problem = problemWith(values, positionals);
  if (problem) return usage(problem);
  const [folder = ''] = positionals;
  return {
    kind: 'start',
    options: {
      folder,
      port: Number(values.port),
      host: values.host,
      extensionsDirs: values['extensions-dir'],
      ...(values['extensions-registry'] !== undefined && {
        extensionsRegistry: values['extensions-registry'],
      }),
      ...(values['data-dir'] !== undefined && { dataDir: values['data-dir'] }),
      ...(values.token !== undefined && { token: values.token }),
      allowOrigins: values['allow-origin'],
      allowHosts: values['allow-host'].map((host) => host.toLowerCase()),
      logLevel: isLogLevel(values['log-level']) ? values['log-level'] : 'info',
      leases: leasesOf(values),
    },
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '5555' },
      host: { type: 'string', default: '127.0.0.1' },
      'extensions-dir': { type: 'string', multiple: true, default: [] },
      'extensions-registry': { type: 'string' },
      'data-dir': { type: 'string' },
      token: { type: 'string' },
      'allow-origin': { type: 'string', multiple: true, default: [] },
      'allow-host': { type: 'string', multiple: true, default: [] },
      'log-level': { type: 'string', default: 'info' },
      continuity: { type: 'string' },
      'max-leases': { type: 'string' },
      'detached-expiry': { type: 'string' },
      'editor-idle': { type: 'string' },
      restarts: { type: 'string' },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

type Values = ReturnType<typeof parse>['values'];

function problemWith(values: Values, positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) {
    return `Name one folder to open, not ${positionals.length}: ${positionals.join(', ')}.`;
  }
  const wrong = problemWithAddress(values) ?? problemWithAllowed(values) ?? problemWithLeases(values);
  if (wrong) return wrong;
  return positionals.length === 0 ? 'Name the folder to open.' : undefined;
}

function problemWithAddress({
  port,
  host,
  token,
  'extensions-registry': registry,
  'log-level': level,
}: Values): string | undefined {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return `--port takes a number from 0 to 65535, not ${JSON.stringify(port)}.`;
  }
  if (!/^[\w.:%-]+$/.test(host))
    return `--host takes an address such as 127.0.0.1, not ${JSON.stringify(host)}.`;
  // What may stand in a cookie, in a subprotocol and in a header alike (RFC 6265 §4.1.1, RFC 9110 §5.6.2).
  if (token !== undefined && !/^[\w.~-]{16,200}$/.test(token)) {
    return '--token takes 16 to 200 letters, digits, dots, dashes, underscores and tildes.';
  }
  if (registry !== undefined && !/^https?:\/\/[^\s?#]+$/.test(registry)) {
    return `--extensions-registry takes an address such as https://registry.example.com, not ${JSON.stringify(registry)}.`;
  }
  if (!isLogLevel(level)) {
    return `--log-level is one of ${logLevels.join(', ')}, not ${JSON.stringify(level)}.`;
  }
  return undefined;
}

function problemWithAllowed(values: Values): string | undefined {
  const host = values['allow-host'].find((host) => !/^([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?$/i.test(host));
  if (host !== undefined) {
    return `--allow-host takes a host name such as code.example.com or example.com:8443, not ${JSON.stringify(host)}.`;
  }
  const origin = values['allow-origin'].find((pattern) => !parseOriginPattern(pattern));
  if (origin !== undefined) {
    return `--allow-origin takes an origin such as https://code.example.com or http://v--*.localhost:3000, not ${JSON.stringify(origin)}.`;
  }
  return undefined;
}

function problemWithLeases(values: Values): string | undefined {
  for (const [setting, text] of givenLeases(values)) {
    const { takes, read } = leaseSettings[setting];
    if (read(text) === undefined) return `${flagOf(setting)} takes ${takes}, not ${JSON.stringify(text)}.`;
  }
  return undefined;
}

function leasesOf(values: Values): LeaseSettings {
  return Object.fromEntries(
    givenLeases(values).map(([setting, text]) => [setting, leaseSettings[setting].read(text)]),
  );
}

function givenLeases(values: Values): [LeaseSetting, string][] {
  const flags: Record<LeaseSetting, string | undefined> = {
    continuity: values.continuity,
    maxLeases: values['max-leases'],
    detachedExpiry: values['detached-expiry'],
    editorIdle: values['editor-idle'],
    restarts: values.restarts,
  };
  return (Object.keys(flags) as LeaseSetting[]).flatMap((setting) => {
    const text = flags[setting];
    return text === undefined ? [] : [[setting, text] as [LeaseSetting, string]];
  });
}

function usage(message: string): CliResult {
  return { kind: 'usage', message: `${message} See --help.` };
}
