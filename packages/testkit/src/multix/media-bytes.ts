/** The smallest files that tools take for what they are. */

const base64 = (text: string): Uint8Array => Buffer.from(text, "base64");

const PNG = base64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==");
const JPEG = base64(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
);
const WEBP = base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA");
const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypisom\0\0\0\u0001isommp42", "latin1"),
  Buffer.from([0, 0, 0, 8]),
  Buffer.from("free"),
]);
const WAV = Buffer.concat([
  Buffer.from("RIFF"),
  Buffer.from([36, 0, 0, 0]),
  Buffer.from("WAVEfmt "),
  Buffer.from([16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]),
  Buffer.from("data"),
  Buffer.alloc(4),
]);
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)]);

export type Container = "png" | "jpeg" | "webp" | "mp4" | "wav" | "mp3" | "text";

export function bytesOf(container: Container): Uint8Array {
  return { png: PNG, jpeg: JPEG, webp: WEBP, mp4: MP4, wav: WAV, mp3: MP3, text: Buffer.from("# Report\n\nHello.\n") }[
    container
  ];
}
