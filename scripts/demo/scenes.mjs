/** The scenes of the demo, in the order in which they are shown. A new one is a file in scenes/ and a line here. */

import { multix } from "./scenes/multix.mjs";
import { rojoScene } from "./scenes/rojo.mjs";
import { status } from "./scenes/status.mjs";

/**
 * @typedef {object} Scene
 * @property {string} name argument of `npm run demo`
 * @property {string} title
 * @property {string} example folder below examples/
 * @property {string[]} extensions package folders below packages/
 * @property {string} prompt what the person asks
 * @property {import("testkit").FauxTurn[]} script what the model does
 * @property {(folder: string) => Promise<Record<string, string>>} [prepare] extra environment; what it needs on disk goes into
 *   the given empty folder
 */

/** @type {Scene[]} */
export const scenes = [status, multix, rojoScene];
