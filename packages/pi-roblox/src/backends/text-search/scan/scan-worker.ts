/**
 * A worker of the in-process scan: reads its files one by one and runs the pattern over them. Its own thread, so that a
 * pattern that does not end can be ended, and so that reading may wait for the disk.
 */

import { lstatSync, readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { JAVASCRIPT_FLAGS } from "../pattern/write-pattern.ts";
import { showMatch, type TextMatch } from "../search-result.ts";
import { type LineScan, lineScanner } from "./scan-bytes.ts";
import { PROGRESS_SLOTS, type ScanOrder, type ScanReport } from "./scan-messages.ts";

function readFile(file: string, maxBytes: number): Buffer | "large" | "unreadable" {
  try {
    // Looked at anew, as a link or a pipe may have taken the place of the listed file.
    const stat = lstatSync(file);
    if (!stat.isFile()) return "unreadable";
    if (stat.size > maxBytes) return "large";
    const bytes = readFileSync(file);
    return bytes.length > maxBytes ? "large" : bytes;
  } catch {
    // Gone or not allowed: counted by the caller.
    return "unreadable";
  }
}

function scan(order: ScanOrder): ScanReport {
  const { progress } = order;
  const scanLines = lineScanner(order.pattern, JAVASCRIPT_FLAGS);
  const matches: TextMatch[] = [];
  const totals = {
    matchedLines: 0,
    matchedFiles: 0,
    searchedFiles: 0,
    largeFiles: 0,
    unreadableFiles: 0,
  };
  const scanWatched = (bytes: Buffer): LineScan => {
    Atomics.add(progress, PROGRESS_SLOTS.step, 1);
    const found = scanLines(bytes, order.maxMatches - matches.length);
    Atomics.add(progress, PROGRESS_SLOTS.step, 1);
    return found;
  };
  for (const file of order.files) {
    const bytes = readFile(`${order.root}${file}`, order.maxFileBytes);
    if (bytes === "large") totals.largeFiles += 1;
    else if (bytes === "unreadable") totals.unreadableFiles += 1;
    else {
      const found = scanWatched(bytes);
      totals.searchedFiles += 1;
      for (const { line, text, column } of found.lines) matches.push(showMatch(file, line, text, column));
      totals.matchedLines += found.count;
      if (found.count > 0) {
        totals.matchedFiles += 1;
        Atomics.add(progress, PROGRESS_SLOTS.matchedFiles, 1);
      }
    }
    Atomics.add(progress, PROGRESS_SLOTS.done, 1);
  }
  return { ...totals, matches };
}

// Whoever starts this module gives it an order.
const order: ScanOrder = workerData;
parentPort?.postMessage(scan(order));
