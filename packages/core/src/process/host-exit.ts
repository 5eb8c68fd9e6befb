/**
 * Lets no child outlive this process. All copies of this module in a process share one registry; its handlers exist only
 * while children live. Not covered: SIGKILL of this process, which nothing can observe.
 */

import { isTreeAlive, killWindowsTreesSync, signalGroup } from "./process-group.ts";

interface Registry {
  add(pid: number): void;
  remove(pid: number): void;
}

const REGISTRY: symbol = Symbol.for("pi-extension-core/live-processes");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** For all children together; the host is on its way out and blocked as long. */
const EXIT_GRACE_MS = 250;
const EXIT_POLL_MS = 5;

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function endAllSync(pids: ReadonlySet<number>): void {
  if (process.platform === "win32") {
    killWindowsTreesSync([...pids], EXIT_GRACE_MS * 8);
    return;
  }
  // SIGTERM first: a child such as Pi uses it to end programs that it has put into groups of their own.
  for (const pid of pids) signalGroup(pid, "SIGTERM");
  const deadline = performance.now() + EXIT_GRACE_MS;
  while (performance.now() < deadline && [...pids].some(isTreeAlive)) sleepSync(EXIT_POLL_MS);
  for (const pid of pids) signalGroup(pid, "SIGKILL");
}

function countIn(holder: object, key: PropertyKey): number {
  const emitter: unknown = Reflect.get(holder, key);
  if (typeof emitter !== "object" || emitter === null || !("count" in emitter)) return 0;
  return typeof emitter.count === "number" ? emitter.count : 0;
}

/**
 * Listeners that act only when nobody else listens, as ours do: those of the package signal-exit (versions 3 and 4 keep
 * their number at these places), which proper-lockfile brings. Two such listeners that deferred to each other would
 * leave a process that Ctrl-C cannot end.
 */
function deferringListeners(): number {
  return countIn(process, "__signal_exit_emitter__") + countIn(globalThis, Symbol.for("signal-exit emitter"));
}

function createRegistry(): Registry {
  const pids = new Set<number>();

  const onExit = (): void => endAllSync(pids);
  const ignoreSignals = (): void => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
  const listenToSignals = (): void => {
    ignoreSignals();
    for (const signal of SIGNALS) process.prependListener(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // The listeners after this one must not count it as somebody who handles the signal.
    ignoreSignals();
    if (process.listenerCount(signal) > deferringListeners()) {
      // The host decides. If it ends, `exit` follows; if it goes on, so do the children.
      setImmediate(() => {
        if (pids.size > 0) listenToSignals();
      });
      return;
    }
    endAllSync(pids);
    process.kill(process.pid, signal);
  };

  return {
    add: (pid) => {
      if (pids.size === 0) {
        process.on("exit", onExit);
        listenToSignals();
      }
      pids.add(pid);
    },
    remove: (pid) => {
      pids.delete(pid);
      if (pids.size > 0) return;
      process.removeListener("exit", onExit);
      ignoreSignals();
    },
  };
}

function isRegistry(value: unknown): value is Registry {
  return typeof value === "object" && value !== null && "add" in value && "remove" in value;
}

function sharedRegistry(): Registry {
  const existing: unknown = Reflect.get(globalThis, REGISTRY);
  if (isRegistry(existing)) return existing;
  const registry = createRegistry();
  Object.defineProperty(globalThis, REGISTRY, { value: registry });
  return registry;
}

/** Ends the group `pid` when this process exits or is interrupted, until the returned function is called. */
export function endOnHostExit(pid: number): () => void {
  const registry = sharedRegistry();
  registry.add(pid);
  return () => registry.remove(pid);
}
