/** Reads what the CLI's own `--help` offers: long options of a command, or the sub-commands of a group. Pure. */

export interface CommandHelp {
  /** Long options, without those that every command has. */
  readonly options: readonly string[];
  readonly subcommands: readonly string[];
}

const EVERYWHERE = ["--help", "--version"];
// Exactly two spaces: what is indented more is the rest of a description.
const OPTION_LINE = /^ {2}(?:-\w, )?(?<flag>--[a-z0-9][a-z0-9-]*)/i;
const COMMAND_LINE = /^ {2}(?<name>[a-z0-9][a-z0-9-]*)(?:\|[\w-]+)?(?:\s|$)/i;

/** @param text standard output of `multix ... --help` */
export function parseHelp(text: string): CommandHelp {
  const options: string[] = [];
  const subcommands: string[] = [];
  let section = "";
  for (const line of text.split(/\r\n|\r|\n/)) {
    const heading = /^(?<name>[A-Z][\w ]*):\s*$/.exec(line)?.groups?.["name"];
    if (heading !== undefined) section = heading.toLowerCase();
    else if (section.includes("option")) {
      const flag = OPTION_LINE.exec(line)?.groups?.["flag"];
      if (flag !== undefined && !EVERYWHERE.includes(flag)) options.push(flag);
    } else if (section.includes("command")) {
      const name = COMMAND_LINE.exec(line)?.groups?.["name"];
      if (name !== undefined && name !== "help") subcommands.push(name);
    }
  }
  return { options: [...new Set(options)], subcommands: [...new Set(subcommands)] };
}
