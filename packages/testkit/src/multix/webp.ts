/** The WebP step that image commands have since 0.6.0: after saving, the result is replaced by what cwebp makes of it. */

import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { extname } from "node:path";
import { CliFailure } from "./failure.ts";
import { copyResult } from "./save.ts";
import type { Session } from "./session.ts";

const MODES = ["webp", "original"];
const IMAGE_EXTENSIONS = [".png", ".jpg", ".jpeg", ".gif", ".bmp"];

function modeOf(session: Session): string {
  const flag = session.text("imageFormat");
  if (flag !== undefined) return checked("--image-format", flag);
  if (session.isOff("webp")) return "original";
  const variable = process.env["MULTIX_IMAGE_FORMAT"];
  if (variable !== undefined && variable !== "") return checked("MULTIX_IMAGE_FORMAT", variable);
  const isOpenaiFormat = session.provider === "openai" && session.text("format") !== undefined;
  const output = session.text("output");
  const keepsName = output !== undefined && IMAGE_EXTENSIONS.includes(extname(output).toLowerCase());
  return isOpenaiFormat || keepsName ? "original" : "webp";
}

function checked(name: string, mode: string): string {
  if (MODES.includes(mode)) return mode;
  throw new CliFailure(`Invalid ${name}: ${mode}. Valid: ${MODES.join(", ")}`);
}

/** @returns the path of the WebP file, or undefined when there is no cwebp or it failed */
function convert(session: Session, path: string): string | undefined {
  const target = `${path.slice(0, path.length - extname(path).length)}.webp`;
  const result = spawnSync("cwebp", ["-quiet", path, "-o", `${target}.tmp.webp`]);
  if (result.error !== undefined) {
    session.warn("cwebp not found on PATH; keeping original image format");
    return undefined;
  }
  if (result.status !== 0) {
    rmSync(`${target}.tmp.webp`, { force: true });
    session.warn(`cwebp failed for ${path}; keeping original image format`);
    return undefined;
  }
  if (path !== target) rmSync(path);
  const from = `${target}.tmp.webp`;
  copyResult(session, from, target);
  rmSync(from);
  return target;
}

/**
 * @param paths the saved files
 * @param output where a copy of the first one was written
 * @returns the paths that the CLI lists afterwards
 */
export function applyWebp(session: Session, paths: readonly string[], output?: string): string[] {
  if (!session.call.command.options.some((option) => option.flags.startsWith("--image-format"))) return [...paths];
  if (modeOf(session) === "original") return [...paths];
  const converted = paths.map((path) => (existsSync(path) ? (convert(session, path) ?? path) : path));
  const [first] = converted;
  const isFree = output !== undefined && ["", ".webp"].includes(extname(output).toLowerCase());
  if (isFree && first !== undefined && first !== paths[0]) copyResult(session, first, output);
  return converted;
}
