/**
 * Names that mean something else on some platform. They are refused everywhere, so that a project behaves the same on
 * every machine and a file made on Linux cannot open a device on Windows.
 * Source: Microsoft, "Naming Files, Paths, and Namespaces". Pure.
 */

const DEVICE = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\s*\..*)?$/i;

const isControl = (character: string): boolean => character < " " || character === "\u007F";

/** Why one path segment is unsafe, in words for a message; undefined when it is safe. */
export function unsafeNameReason(segment: string): string | undefined {
  if (Array.from(segment).some(isControl)) return "holds a control character";
  if (segment.includes(":")) return "holds a colon, which names a drive or an alternate data stream on Windows";
  if (DEVICE.test(segment)) return "is the name of a device on Windows";
  if (/[. ]$/.test(segment)) return "ends with a dot or space, which Windows takes away";
  return undefined;
}
