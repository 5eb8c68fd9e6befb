/** What can follow `/roblox`, as it is typed. Pure. */

import { INIT_MODES, ROJO_ACTIONS, TOPICS } from "./topics.ts";

interface Completion {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

const SECOND: Readonly<Record<string, readonly string[]>> = { rojo: ROJO_ACTIONS, init: INIT_MODES };

/** @param typed what stands behind `/roblox ` */
export function completeArguments(typed: string): Completion[] {
  const [topic = "", second] = typed.trimStart().split(/\s+/, 2);
  if (second === undefined)
    return Object.entries(TOPICS)
      .filter(([name]) => name.startsWith(topic))
      .map(([value, description]) => ({ value, label: value, description }));
  return (SECOND[topic] ?? [])
    .filter((word) => word.startsWith(second))
    .map((word) => ({ value: `${topic} ${word}`, label: word }));
}
