/** pi-sych: a date changes, what depends on it shows, the review is recorded. */

import { call, say } from "testkit";

const storm = "- 14 November, 21:00: the storm; the lamp goes out for one hour";
const earlier = "- 13 November, 23:00: the storm; the lamp goes out for one hour";

/** @type {import("../scenes.mjs").Scene} */
export const status = {
  name: "status",
  title: "pi-sych: a date changes, its dependants show, the review is recorded",
  example: "sych-novel",
  extensions: ["pi-sych"],
  prompt: "Move the storm to the night before, then tell me what has to be read again.",
  script: [
    call("project_status", { action: "check" }),
    call("edit", { path: "timeline.md", edits: [{ oldText: storm, newText: earlier }] }),
    call("project_status", { action: "check" }),
    call("project_status", {
      action: "acknowledge",
      files: ["timeline.md"],
      reason: "Storm moved to 13 November, as asked",
    }),
    call("project_status", { action: "check" }),
    say("The storm is on 13 November now. The outline and chapter two name its date and have to be read again."),
  ],
};
