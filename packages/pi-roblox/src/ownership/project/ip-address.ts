/** What Rust's `IpAddr` takes, which is what `serveAddress` must be. Pure. */

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const IPV6_CHARACTERS = /^[0-9A-Fa-f:.]+$/;

export function isIpAddress(text: string): boolean {
  if (IPV4.test(text)) return true;
  return IPV6_CHARACTERS.test(text) && text.includes(":") && URL.canParse(`http://[${text}]`);
}
