#!/usr/bin/env node
/**
 * The Studio stand-in as a program: an MCP server on stdin and stdout. `--help` says how to start it by hand. With
 * `--connect PORT` it only carries messages to Studios in another process, as the original's proxy does; that path loads
 * nothing, because clients start it often.
 */

import { spawn } from "node:child_process";
import { registerHooks } from "node:module";
import { connect } from "node:net";

const argv = process.argv.slice(2);

/** Runs the same program without this wrapper, on the same streams. @param {readonly string[]} args */
function runWrapped(args) {
  const child = spawn(process.execPath, [import.meta.filename, ...args], { stdio: "inherit", windowsHide: true });
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** @param {number} port */
function runProxy(port) {
  const socket = connect({ host: "127.0.0.1", port });
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
  socket.on("end", () => process.exit(0));
  socket.on("error", (error) => {
    process.stderr.write(`StudioMCP: ${error.message}\n`);
    process.exit(1);
  });
}

async function runAlone() {
  // The sources of this workspace, which need no build.
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "source"] }),
  });
  const { main } = await import("../src/studio/mcp/program/main.ts");
  await main(argv);
}

const port = argv.indexOf("--connect");
if (argv.includes("--wrapped")) runWrapped(argv.filter((arg) => arg !== "--wrapped"));
else if (port !== -1) runProxy(Number(argv[port + 1]));
else await runAlone();
