import { networkInterfaces } from 'node:os';
import { hasWebviewOrigins, workbenchName } from '../protocol/webviewOrigins.ts';
import { parseOriginPattern, type OriginPattern } from './originPattern.ts';

export interface AddressOptions {
  readonly port: number;
  /** What the server listens on. */
  readonly host: string;
  /** Names of proxies in front, with or without a port. */
  readonly allowHosts: readonly string[];
  readonly allowOrigins: readonly string[];
}

/** The names under which this server answers, and the origins whose pages may talk to it. All exact. */
export class AddressBook {
  readonly #hosts: ReadonlySet<string>;
  readonly #ownOrigins: ReadonlySet<string>;
  readonly #foreignOrigins: readonly OriginPattern[];
  /** A proxy is in front, which may tell by X-Forwarded-Host what it was asked for. */
  readonly hasProxy: boolean;
  /** The authority to print: where only this machine listens, the one that gives webviews origins of their own. */
  readonly shownHost: string;

  constructor({ port, host, allowHosts, allowOrigins }: AddressOptions) {
    const own = hostsOf(host).flatMap((name) => authorities(name, port));
    const configured = allowHosts.flatMap((name) => (hasPort(name) ? [name] : [name, `${name}:${port}`]));
    this.#hosts = new Set([...own, ...configured]);
    this.#ownOrigins = new Set([
      ...own.map((authority) => `http://${authority}`),
      // The proxy may speak TLS.
      ...configured.flatMap((authority) => [`http://${authority}`, `https://${authority}`]),
    ]);
    this.#foreignOrigins = allowOrigins.map(parseOriginPattern).filter((pattern) => pattern !== undefined);
    this.hasProxy = allowHosts.length > 0;
    this.shownHost = own[0] ?? `localhost:${port}`;
  }

  isHost(authority: string): boolean {
    return this.#hosts.has(authority.toLowerCase());
  }

  /** The host of one webview, `<label>.mooring.localhost:<port>`, with the label that VS Code makes of a hash. */
  isWebviewHost(authority: string): boolean {
    const [, workbench = ''] = /^[0-9a-v]{52}\.(.+)$/.exec(authority) ?? [];
    return hasWebviewOrigins(workbench) && this.isHost(workbench);
  }

  /** Whose pages may talk to this server: its own, which the cookie is for, or others, which need the token. */
  originKind(origin: string): 'own' | 'allowed' | 'foreign' {
    if (this.#ownOrigins.has(origin)) return 'own';
    return this.#foreignOrigins.some((isMatch) => isMatch(origin)) ? 'allowed' : 'foreign';
  }
}

/** Whether only this machine can reach what listens on `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** An address literal cannot be rebound by DNS, so all of this machine's are fine where all are listened on. */
function hostsOf(host: string): string[] {
  const local = ['localhost', '127.0.0.1', '::1'];
  if (everyAddress.has(host)) {
    const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    return [...new Set([...local, workbenchName, ...interfaces.map(({ address }) => address)])];
  }
  return isLoopback(host) ? [...new Set([workbenchName, ...local, host])] : [host.toLowerCase()];
}

/** How a browser writes host and port: without the port where it is the scheme's own. */
function authorities(name: string, port: number): string[] {
  const host = name.includes(':') ? `[${name}]` : name;
  return port === 80 ? [host, `${host}:80`] : [`${host}:${port}`];
}

function hasPort(authority: string): boolean {
  return /:\d+$/.test(authority) && !authority.endsWith(']');
}
