/** Questions that extensions ask in RPC mode, and how a test answers them. Pure. */

export interface Dialog {
  readonly method: "confirm" | "select" | "input" | "editor";
  readonly title: string;
  /** Of `confirm`. */
  readonly message: string | undefined;
  /** Of `select`. */
  readonly options: readonly string[] | undefined;
  /** Placeholder of `input`, first text of `editor`. */
  readonly prefill: string | undefined;
}

/** `boolean` for confirm, text for the others, `null` closes the dialog without an answer. */
export type DialogAnswer = boolean | string | null;

export interface DialogRule {
  readonly method?: Dialog["method"];
  /** Part of the title, or a pattern for it. */
  readonly title?: string | RegExp;
  readonly answer: DialogAnswer;
}

/** `undefined` means: not expected. A promise that stays pending leaves the dialog open. */
export type DialogHandler = (dialog: Dialog) => DialogAnswer | undefined | Promise<DialogAnswer | undefined>;

/** The first rule that fits answers. */
export type DialogPolicy = readonly DialogRule[] | DialogHandler;

interface UiRequest {
  readonly [field: string]: unknown;
}

const DIALOG_METHODS: readonly string[] = ["confirm", "select", "input", "editor"] satisfies Dialog["method"][];

const textField = (request: UiRequest, name: string): string | undefined => {
  const value = request[name];
  return typeof value === "string" ? value : undefined;
};

/** The question in an `extension_ui_request`, or undefined when it asks none. */
export function toDialog(request: UiRequest): Dialog | undefined {
  const { method, options } = request;
  if (typeof method !== "string" || !DIALOG_METHODS.includes(method)) return undefined;
  return {
    method: method as Dialog["method"],
    title: textField(request, "title") ?? "",
    message: textField(request, "message"),
    options: Array.isArray(options) ? (options as string[]) : undefined,
    prefill: textField(request, "placeholder") ?? textField(request, "prefill"),
  };
}

function fits(rule: DialogRule, dialog: Dialog): boolean {
  if (rule.method !== undefined && rule.method !== dialog.method) return false;
  if (rule.title === undefined) return true;
  return typeof rule.title === "string" ? dialog.title.includes(rule.title) : rule.title.test(dialog.title);
}

export function toHandler(policy: DialogPolicy): DialogHandler {
  if (typeof policy === "function") return policy;
  return (dialog) => policy.find((rule) => fits(rule, dialog))?.answer;
}

/** Fields of the `extension_ui_response`. */
export function toResponse(answer: DialogAnswer): object {
  if (answer === null) return { cancelled: true };
  return typeof answer === "boolean" ? { confirmed: answer } : { value: answer };
}
