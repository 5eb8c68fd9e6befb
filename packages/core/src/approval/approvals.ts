/**
 * Decides whether what a project names may run: approved before, approved by a flag for this run, or approved by the user
 * now. Everything else is refused. Holds the answers of one session; the record holds those of all.
 */

import { type CodedError, coreError, errnoOf, isCodedError } from "../errors/index.ts";
import { SerialQueue } from "../queue/index.ts";
import { type Clock, systemClock } from "../seams/index.ts";
import { type ApprovalQuestion, formatQuestion } from "./approval-dialog.ts";
import { changeApprovals, readApprovals } from "./approval-file.ts";
import { type ApprovalEntry, approvalEntry, withApproval } from "./approval-record.ts";
import { type ApprovalRequest, type ApprovalUi, approvalIdOf } from "./approval-request.ts";
import { type ObservedRequest, observeRequest } from "./observed-request.ts";
import { declined, required } from "./refusals.ts";
import { SharedQuestions } from "./shared-question.ts";

export interface ApprovalsOptions {
  /** Absolute path of the record: `pi-extension-approvals.json` in the user's agent folder, never in a project. */
  readonly recordPath: string;
  /** The command-line flag that approves for one run, as it is typed: `--roblox-approve`. */
  readonly flag: string;
  /** Ids given to that flag; anything but whole ids is ignored. */
  readonly flagApproved?: readonly string[];
  readonly clock?: Clock;
}

export interface EnsureApprovedOptions {
  /** Undefined where nobody can be asked (print and JSON mode). */
  readonly ui: ApprovalUi | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Approval {
  readonly id: string;
  /** How it was approved: before, by the flag, by the user now, or by the user earlier in this session only. */
  readonly by: "record" | "flag" | "user" | "session";
  /** The program with links resolved, as it was approved. */
  readonly executable: string | undefined;
  /** Why the answer could not be recorded; it then holds for this session. */
  readonly recordError: CodedError | undefined;
}

export interface ApprovalList {
  readonly entries: readonly ApprovalEntry[];
  /** Why the record could not be used, if so; it then approves nothing. */
  readonly problem: string | undefined;
}

export interface Approvals {
  /**
   * Resolves when `request` may be carried out, now and exactly as observed. Asks once for equal requests at the same
   * time, and shows one question at a time. A no holds for the session. What the approved program loads in turn, such as
   * its libraries, is not looked at: approval is consent, not a sandbox.
   * @throws APPROVAL_REQUIRED without a UI, or for a request too long to be shown, with `data.id`, `data.flag` and
   * `data.recordPath`
   * @throws APPROVAL_DECLINED after a no
   * @throws STALE_PRECONDITION when a file changed while the question was open
   * @throws INPUT_INVALID, NOT_FOUND, FILE_INVALID for an impossible request; the reason of `signal`
   */
  ensureApproved(request: ApprovalRequest, options: EnsureApprovedOptions): Promise<Approval>;
  /** What the record holds, oldest first. */
  list(): Promise<ApprovalList>;
  /**
   * Takes back one approval, in the record and in this session; false when there is none with this id.
   * @throws WRITE_FAILED, LOCKED
   */
  revoke(id: string): Promise<boolean>;
}

/** The approvals of one session; make it at session start. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  return new SessionApprovals(options);
}

class SessionApprovals implements Approvals {
  readonly #recordPath: string;
  readonly #flag: string;
  readonly #flagApproved: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #approvedInSession = new Set<string>();
  readonly #declinedInSession = new Set<string>();
  readonly #questions = new SharedQuestions<Approval>();
  readonly #dialogs = new SerialQueue({ name: "approval dialogs" });

  constructor(options: ApprovalsOptions) {
    this.#recordPath = options.recordPath;
    this.#flag = options.flag;
    this.#flagApproved = new Set((options.flagApproved ?? []).map((id) => id.trim().toLowerCase()));
    this.#clock = options.clock ?? systemClock;
  }

  async ensureApproved(request: ApprovalRequest, options: EnsureApprovedOptions): Promise<Approval> {
    const { ui, signal } = options;
    const observed = await observeRequest(request, signal);
    if (ui === undefined) {
      const earlier = await this.#answeredBefore(observed);
      if (earlier !== undefined) return earlier;
      throw required(observed, "nobody can be asked in this mode", this.#flag, this.#recordPath);
    }
    // The look at earlier answers is shared, too: it must not happen between another's answer and its recording.
    const decide = async (withdrawn: AbortSignal): Promise<Approval> =>
      (await this.#answeredBefore(observed)) ?? this.#askUser(observed, ui, withdrawn);
    return this.#questions.ask(observed.key, decide, signal);
  }

  async list(): Promise<ApprovalList> {
    const record = await readApprovals(this.#recordPath);
    if (record.state === "valid") return { entries: record.entries, problem: undefined };
    if (record.state === "unreadable") return { entries: [], problem: record.error.message };
    const what = record.state === "newer" ? `has version ${record.version}` : `is damaged: ${record.problem}`;
    return { entries: [], problem: `${this.#recordPath} ${what}` };
  }

  async revoke(id: string): Promise<boolean> {
    const isMeant = (key: string): boolean => approvalIdOf(key) === id.trim().toLowerCase();
    let isFound = false;
    for (const key of this.#approvedInSession) {
      if (isMeant(key)) isFound = this.#approvedInSession.delete(key);
    }
    const { entries } = await this.list();
    if (!entries.some(({ key }) => isMeant(key))) return isFound;
    await changeApprovals(this.#recordPath, (current) => current.filter(({ key }) => !isMeant(key)));
    return true;
  }

  async #answeredBefore(observed: ObservedRequest): Promise<Approval | undefined> {
    if (this.#flagApproved.has(observed.id)) return this.#approval(observed, "flag");
    if (this.#approvedInSession.has(observed.key)) return this.#approval(observed, "session");
    const { entries } = await this.list();
    if (entries.some(({ key }) => key === observed.key)) return this.#approval(observed, "record");
    if (this.#declinedInSession.has(observed.key)) throw declined(observed);
    return undefined;
  }

  #approval(observed: ObservedRequest, by: Approval["by"], recordError?: CodedError): Approval {
    return { id: observed.id, by, executable: observed.executable, recordError };
  }

  async #askUser(observed: ObservedRequest, ui: ApprovalUi, withdrawn: AbortSignal): Promise<Approval> {
    const question = formatQuestion(observed);
    if (question === undefined)
      throw required(observed, "it is too long to be shown in a question", this.#flag, this.#recordPath);
    const isYes = await this.#confirm(observed, ui, question, withdrawn);
    withdrawn.throwIfAborted();
    if (!isYes) {
      this.#declinedInSession.add(observed.key);
      throw declined(observed);
    }
    await this.#assertUnchanged(observed);
    return this.#approval(observed, "user", await this.#remember(observed));
  }

  async #confirm(
    observed: ObservedRequest,
    ui: ApprovalUi,
    question: ApprovalQuestion,
    withdrawn: AbortSignal,
  ): Promise<boolean> {
    const ask = (signal: AbortSignal): Promise<boolean> => ui.confirm(question.title, question.body, signal);
    try {
      return await this.#dialogs.run(ask, { signal: withdrawn, label: observed.id });
    } catch (error) {
      withdrawn.throwIfAborted();
      throw required(observed, "the question could not be shown", this.#flag, this.#recordPath, error);
    }
  }

  /** What was approved is what the user saw; a repository may change its files while the question is open. */
  async #assertUnchanged(observed: ObservedRequest): Promise<void> {
    const now = await observeRequest(observed.request);
    if (now.key === observed.key) return;
    throw coreError("STALE_PRECONDITION", "A program of the project changed while its approval was asked for", {
      hint: "Check what changes it, then try again.",
      data: { expected: observed.id, actual: now.id },
    });
  }

  async #remember(observed: ObservedRequest): Promise<CodedError | undefined> {
    const entry = approvalEntry(observed, new Date(this.#clock.now()).toISOString());
    try {
      await changeApprovals(this.#recordPath, (entries) => withApproval(entries, entry));
      return undefined;
    } catch (error) {
      if (!isCodedError(error) && errnoOf(error) === undefined) throw error;
      this.#approvedInSession.add(observed.key);
      if (isCodedError(error)) return error;
      return coreError("WRITE_FAILED", `The approval could not be recorded in ${this.#recordPath}`, {
        hint: "Check the permissions of that folder.",
        cause: error,
        data: { path: this.#recordPath, errno: errnoOf(error) },
      });
    }
  }
}
