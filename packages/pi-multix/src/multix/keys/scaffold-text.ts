/** The commented env file that a person fills in, and the commands that store a key without showing it. Pure. */

import { keyProviders } from "./variables.ts";

/** Lines for one variable of the scaffold; `withVariable` replaces the placeholder when the key is set. */
function providerBlock(provider: (typeof keyProviders)[number]): string {
  const names = provider.variables.map((variable) => `# ${variable.name}=\n`).join("");
  const needs = provider.variables
    .filter((variable) => variable.neededFor !== "all")
    .map((variable) => `# ${variable.name} is needed for ${variable.neededFor} only.\n`)
    .join("");
  return `\n# ${provider.title}: ${provider.url}\n${needs}${names}`;
}

export const SCAFFOLD_TEXT: string = `# Keys of the multix CLI. Take the "# " away and write the key behind the equals sign.
# A variable of the environment, or of a .env file in the folder where multix runs, wins over this file.
${keyProviders.map(providerBlock).join("")}`;

const MISSING_FROM = (text: string): string[] =>
  keyProviders.filter((provider) => provider.variables.every(({ name }) => !text.includes(name))).map(providerBlock);

/** The file with a block for every provider that it does not mention yet; what is there stays. */
export function completeScaffold(text: string): string {
  if (text.trim() === "") return SCAFFOLD_TEXT;
  const missing = MISSING_FROM(text);
  if (missing.length === 0) return text;
  return `${text}${/[\r\n]$/.test(text) ? "" : "\n"}${missing.join("")}`;
}

export interface EntryCommands {
  /** bash and zsh: reads the key without echo, keeps it out of the history. */
  readonly posix: string;
  readonly powershell: string;
}

/**
 * Commands for the person's own terminal that append one key to the file.
 * @param path absolute path of the env file
 */
export function entryCommands(name: string, path: string): EntryCommands {
  const posixPath = `'${path.replaceAll("'", "'\\''")}'`;
  const windowsPath = `'${path.replaceAll("'", "''")}'`;
  return {
    posix: `read -rs ${name} && printf '\\n%s=%s\\n' ${name} "$${name}" >> ${posixPath}; unset ${name}`,
    powershell: `$k = Read-Host -AsSecureString '${name}'; Add-Content -LiteralPath ${windowsPath} -Value ('${name}=' + [Net.NetworkCredential]::new('', $k).Password); Remove-Variable k`,
  };
}
