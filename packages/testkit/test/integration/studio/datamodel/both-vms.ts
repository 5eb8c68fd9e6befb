/** The conformance suite: every case runs on both virtual machines, and names the source of what it expects. */

import { afterAll, beforeAll, describe, expect } from "vitest";
import { luneVersion, outsideProgram } from "../../../../src/programs/outside-program.ts";
import { createDataModel, type DataModel, type DataModelOptions } from "../../../../src/studio/vm/data-model.ts";
import type { VmKind } from "../../../../src/studio/vm/vm.ts";

export interface Studio {
  readonly vm: VmKind;
  /** The DataModel that the cases of a file share. */
  readonly dataModel: DataModel;
  /** The first returned value as text. Fails the test when the code fails. */
  run(code: string): Promise<string>;
  /** All returned values, which JSON must hold. `nil` is null. */
  values(code: string): Promise<unknown[]>;
  /** The message of the error that the code ends with. Fails the test when it does not. */
  failure(code: string): Promise<string>;
}

/** Ends the code's own values as one JSON text. On one line, so that line numbers stay. */
const PROLOGUE =
  'local function pack(...) local list = {} for index = 1, select("#", ...) do local value = select(index, ...) ' +
  'list[index] = if value == nil then "\\0nil" else value end return game:GetService("HttpService"):JSONEncode(list) end; ' +
  "return pack((function() ";

async function run(dataModel: DataModel, code: string): Promise<string> {
  const result = await dataModel.execute(code);
  if (!result.ok) throw new Error([result.message, ...result.stack].join("\n"));
  return result.text;
}

function studioOn(vm: VmKind, get: () => DataModel): Studio {
  return {
    vm,
    get dataModel() {
      return get();
    },
    run: (code) => run(get(), code),
    values: async (code) => {
      // SAFETY: the prologue makes an array.
      const list = JSON.parse(await run(get(), `${PROLOGUE}${code}\nend)())`)) as unknown[];
      return list.map((value) => (value === "\0nil" ? null : value));
    },
    failure: async (code) => {
      const result = await get().execute(code);
      expect(result).toMatchObject({ ok: false });
      return result.ok ? "" : result.message;
    },
  };
}

/** Declares the cases of a topic for both virtual machines. @param options of the shared DataModel */
export function onBothVms(
  topic: string,
  declare: (studio: Studio) => void,
  options: Omit<DataModelOptions, "vm"> = {},
): void {
  const kinds: readonly (readonly [VmKind, string])[] = [
    ["web", "luau-web"],
    ["lune", `lune [needs lune ${luneVersion}]`],
  ];
  for (const [vm, name] of kinds) {
    const isMissing = vm === "lune" && outsideProgram("lune", luneVersion) === undefined;
    describe.skipIf(isMissing)(`${topic} on ${name}`, () => {
      let dataModel: DataModel | undefined;
      beforeAll(async () => {
        dataModel = await createDataModel({ ...options, vm });
      });
      afterAll(() => dataModel?.close());
      declare(
        studioOn(vm, () => {
          if (dataModel === undefined) throw new Error("the DataModel is not there before the first test");
          return dataModel;
        }),
      );
    });
  }
}
