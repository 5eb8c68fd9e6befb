/** Runs a child to its end and hands on the signals that this process gets. Runs on Node 20. */

import { spawn } from "node:child_process";

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/**
 * @typedef {{code: number | null, signal: NodeJS.Signals | null, output: string}} ChildEnd
 * `output` is standard output and error as one text, empty when they went to the terminal.
 */

/**
 * Never through a shell. A program that cannot be started ends with code 127 and the reason as its output.
 * @param {string} file @param {readonly string[]} args
 * @param {{cwd: string, env: NodeJS.ProcessEnv, output: "show" | "keep"}} options
 * @returns {Promise<ChildEnd>}
 */
export function runChild(file, args, { cwd, env, output }) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, stdio: output === "show" ? "inherit" : ["ignore", "pipe", "pipe"] });
    let kept = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text) => {
        kept += text;
      });

    /** @param {NodeJS.Signals} signal */
    const handOn = (signal) => {
      // Ctrl+C reaches the child through the terminal, too; a second one would tell it to give up at once.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, handOn);

    /** @param {ChildEnd} end */
    const finish = (end) => {
      for (const signal of SIGNALS) process.off(signal, handOn);
      resolve(end);
    };
    child.on("error", (error) => finish({ code: 127, signal: null, output: `${kept}${error.message}` }));
    child.on("close", (code, signal) => finish({ code, signal, output: kept }));
  });
}

/** Ends this process as the child ended: with its code, or by its signal. @param {ChildEnd} end */
export function endLike({ code, signal }) {
  if (signal === null) {
    process.exitCode = code ?? 1;
    return;
  }
  // Windows has no signals to die of; 1 is what a terminated process reports there.
  if (process.platform === "win32") {
    process.exitCode = 1;
    return;
  }
  // A listener of some library would keep the signal from ending this process.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
