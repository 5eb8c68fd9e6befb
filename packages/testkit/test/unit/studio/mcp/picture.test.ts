import { describe, expect, it } from "vitest";
import { type Box, drawPicture, type Picture } from "../../../../src/studio/mcp/screen/picture.ts";

const CAMERA = { position: [0, 0, 30], lookAt: [0, 0, 0] } as const;
const RED: Box = { position: [0, 0, 0], size: [4, 4, 4], color: [255, 0, 0] };

function pixel({ data, width }: Picture, x: number, y: number): readonly number[] {
  const at = (y * width + x) * 4;
  return [...data.subarray(at, at + 3)];
}

const middle = (picture: Picture) => pixel(picture, picture.width / 2, picture.height / 2);

describe("drawPicture", () => {
  it("shows the nearer of two boxes, whatever their order", () => {
    const nearer: Box = { position: [0, 0, 10], size: [2, 2, 2], color: [0, 0, 255] };
    expect(middle(drawPicture([nearer, RED], CAMERA, "Edit"))).toEqual([0, 0, 255]);
    expect(middle(drawPicture([RED, nearer], CAMERA, "Edit"))).toEqual([0, 0, 255]);
  });

  it("leaves out what is behind the camera", () => {
    const empty = drawPicture([], CAMERA, "Edit");
    expect(drawPicture([{ ...RED, position: [0, 0, 60] }], CAMERA, "Edit").data).toEqual(empty.data);
  });

  it("looks straight down as well", () => {
    const above = { position: [0, 30, 0], lookAt: [0, 0, 0] } as const;
    expect(middle(drawPicture([RED], above, "Edit"))).toEqual([255, 0, 0]);
  });

  it("has another frame in Play than in Edit", () => {
    const [edit, play] = ["Edit", "Play"].map((mode) => pixel(drawPicture([], CAMERA, mode), 0, 0));
    expect(edit).not.toEqual(play);
  });
});
