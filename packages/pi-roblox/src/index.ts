/**
 * Entry of the extension. Wiring only: state is made at session_start and passed down, nothing starts here.
 * The layers below it are listed in docs/architecture.md.
 */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function piRoblox(_pi: ExtensionAPI): void {}
