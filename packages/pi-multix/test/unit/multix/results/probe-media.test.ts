import { describe, expect, it } from "vitest";
import { readProbe } from "../../../../src/multix/results/probe-media.ts";

describe("what ffprobe says", () => {
  it.each([
    [
      '{"streams":[{},{"width":640,"height":360}],"format":{"duration":"2.040000"}}',
      { durationMs: 2040, widthPixels: 640, heightPixels: 360 },
    ],
    ['{"streams":[{}],"format":{"duration":"1.5"}}', { durationMs: 1500 }],
    ['{"streams":[],"format":{"duration":"N/A"}}', {}],
    ["{}", {}],
    ["null", {}],
    ["", {}],
  ])("in %s", (json, facts) => {
    expect(readProbe(json)).toEqual(facts);
  });
});
