/** Where a `rojo serve` can be reached. Pure. */

export interface Endpoint {
  /** IP address without brackets, or a host name; see `normalizeHost`. */
  readonly host: string;
  readonly port: number;
}

/** What a server listens on when it listens everywhere, as an address that one can connect to. */
const REACHABLE: Readonly<Record<string, string>> = { localhost: "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The short form of an IPv6 address; anything else as it is. */
function canonicalIp(host: string): string {
  if (!host.includes(":")) return host;
  const parsed = URL.parse(`http://[${host}]/`);
  return parsed === null ? host : parsed.hostname.slice(1, -1);
}

/**
 * The host to connect to for an address that a project or a person gave. `localhost` becomes 127.0.0.1, because that is
 * where Rojo listens by default and the name may mean ::1 first; "every address" becomes the loopback of its family.
 * The result has no brackets, also for IPv6.
 */
export function normalizeHost(address: string): string {
  const bare = address
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1");
  const host = canonicalIp(bare);
  return Object.hasOwn(REACHABLE, host) ? (REACHABLE[host] ?? host) : host;
}

/** `127.0.0.1:34872`, `[::1]:34872`: how a URL and the Host header name it. */
export function authorityOf({ host, port }: Endpoint): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** True for addresses of this machine that Rojo's own Host check always accepts (Rojo 7.7.1 web/origin.rs). */
export function isLoopback(host: string): boolean {
  return host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
