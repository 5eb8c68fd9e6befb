/** pi-multix, over a stand-in for the CLI: a key that stays out of sight, a refused parameter, a picture with its real type. */

import { call, createMultixStandin, say } from "testkit";

const prompt = "a lighthouse at dawn, no people";

/** @type {import("../scenes.mjs").Scene} */
export const multix = {
  name: "multix",
  title: "pi-multix: a parameter that the provider lacks, a picture named for what it holds",
  example: "multix-poster",
  extensions: ["pi-multix"],
  prompt: "Make the picture of BRIEF.md.",
  prepare: async (folder) => {
    const standin = await createMultixStandin(folder);
    await standin.behave({ container: "jpeg" });
    return { MULTIX_BIN: standin.script, GEMINI_API_KEY: "demo-key-that-never-shows" };
  },
  script: [
    call("multix_models", { action: "providers" }),
    call("multix_image", { action: "generate", provider: "gemini", prompt, width: 1600, output: "art/dawn.png" }),
    call("multix_image", {
      action: "generate",
      provider: "gemini",
      prompt,
      aspectRatio: "16:9",
      output: "art/dawn.png",
    }),
    say("The picture is art/dawn.jpg: Gemini returned a JPEG."),
  ],
};
