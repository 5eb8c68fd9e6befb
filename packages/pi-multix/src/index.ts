/** Entry of the extension. Wiring only: state is made at session_start and passed down, nothing starts here. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function piMultix(_pi: ExtensionAPI): void {}
