/** How a request is refused. The model reads this too, so text of the project is made visible and cut. Pure. */

import { type CodedError, coreError } from "../errors/index.ts";
import type { ObservedRequest } from "./observed-request.ts";
import { visibleSummary, visibleWord } from "./visible-text.ts";

const MAX_CHARACTERS = 300;

function subjectOf({ request }: ObservedRequest): string {
  const { command, readPaths = [] } = request;
  const words = command === undefined ? readPaths : [command.executable, ...command.args];
  return visibleSummary(words.slice(0, 50).map(visibleWord).join(" "), MAX_CHARACTERS);
}

function factsOf(observed: ObservedRequest): Record<string, unknown> {
  const { request, id } = observed;
  return {
    id,
    purpose: request.purpose,
    source: visibleSummary(request.source.file, MAX_CHARACTERS),
    asks: subjectOf(observed),
  };
}

function whatItAsks({ request }: ObservedRequest): string {
  const source = visibleSummary(request.source.file, MAX_CHARACTERS);
  return request.command === undefined ? `${source} names files outside the project` : `${source} names a command`;
}

/** Not approved, and `why` the user was not asked. */
export function required(
  observed: ObservedRequest,
  why: string,
  flag: string,
  recordPath: string,
  cause?: unknown,
): CodedError {
  const message = `${whatItAsks(observed)} that was not approved (${subjectOf(observed)}), and ${why}`;
  return coreError("APPROVAL_REQUIRED", `${message}. Approvals are recorded in ${recordPath}`, {
    hint: `Let the user approve it in an interactive session, or start with ${flag} ${observed.id} for one run.`,
    data: { ...factsOf(observed), flag, recordPath },
    cause,
  });
}

export function declined(observed: ObservedRequest): CodedError {
  return coreError("APPROVAL_DECLINED", `The user declined what ${whatItAsks(observed)}: ${subjectOf(observed)}`, {
    hint: "Go on without it; it can be asked for again in a new session.",
    data: factsOf(observed),
  });
}
