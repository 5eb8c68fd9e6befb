/** How the CLI fails: an uncaught throw, or a line that the command itself prints. */

export class CliFailure extends Error {
  readonly exitCode: number;
  /** What stands before the message: `Error: ` for an uncaught throw, `✗ ` for a line of the command's own. */
  readonly prefix: string;

  constructor(message: string, options: { exitCode?: number; prefix?: string } = {}) {
    super(message);
    this.name = "CliFailure";
    this.exitCode = options.exitCode ?? 1;
    this.prefix = options.prefix ?? "Error: ";
  }
}

/** A failure of the provider, which each command reports in its own way. */
export class ProviderFailure extends Error {
  /** Undefined when nothing answered. */
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.name = "ProviderFailure";
    this.status = status;
  }
}

export const marked = (message: string): CliFailure => new CliFailure(message, { prefix: "✗ " });
