/** All Studio windows of one computer and how a call finds the one that it is meant for [A3, A9]. */

import type { StudioBehaviour } from "../behaviour.ts";
import type { Generation } from "../generation.ts";
import { FAILURES, StudioFailure } from "../studio-failure.ts";
import type { StudioWindow } from "./studio-window.ts";

/** What the proxy knows of one client. A new connection starts without it. */
export interface Connection {
  activeStudioId: string | undefined;
  callsBeforeHub: number;
}

export const newConnection = (): Connection => ({ activeStudioId: undefined, callsBeforeHub: 0 });

/** Pure: the name that a client sees; null on the start page. */
function listedName(window: StudioWindow, generation: Generation): string | null {
  const { place } = window;
  if (place === undefined) return null;
  const { name = "Place1", placeId = 0 } = place;
  // A local file shows its name alone; its id would be 0.
  return generation === "2026-07" || placeId === 0 ? name : `${name} (placeId: ${placeId})`;
}

export class StudioHost {
  readonly generation: Generation;
  readonly #windows: StudioWindow[] = [];
  readonly #behaviour: () => StudioBehaviour;

  constructor(generation: Generation, behaviour: () => StudioBehaviour) {
    this.generation = generation;
    this.#behaviour = behaviour;
  }

  get behaviour(): StudioBehaviour {
    return this.#behaviour();
  }

  get windows(): readonly StudioWindow[] {
    return this.#windows;
  }

  add(window: StudioWindow): void {
    this.#windows.push(window);
  }

  async remove(window: StudioWindow): Promise<void> {
    const index = this.#windows.indexOf(window);
    if (index !== -1) this.#windows.splice(index, 1);
    await window.closePlace();
  }

  /** The texts of `list_roblox_studios`. */
  list(connection: Connection): readonly string[] {
    this.#checkHub(connection);
    const active = this.#activate(connection);
    const isJuly = this.generation === "2026-07";
    const studios = this.#windows.map((window) => ({
      ...(isJuly ? { active: window.id === active } : {}),
      id: window.id,
      name: listedName(window, this.generation),
    }));
    const notice = isJuly && active === undefined && studios.length > 0 ? [FAILURES.noneActive] : [];
    return [JSON.stringify({ studios }), ...notice];
  }

  /** @throws StudioFailure for an id that no window has */
  setActive(connection: Connection, studioId: string): StudioWindow {
    this.#checkHub(connection);
    const window = this.#find(studioId);
    if (window === undefined) throw new StudioFailure(FAILURES.noStudio);
    connection.activeStudioId = window.id;
    return window;
  }

  /**
   * The window that a call goes to.
   * @param studioId the argument of the call, which July's server does not know
   * @throws StudioFailure
   */
  target(connection: Connection, studioId: unknown): StudioWindow {
    this.#checkHub(connection);
    if (this.generation === "2026-08") return this.#byArgument(studioId);
    const active = this.#activate(connection);
    if (active === undefined)
      throw new StudioFailure(this.#windows.length === 0 ? FAILURES.noStudio : FAILURES.noneActive);
    const window = this.#find(active);
    if (window === undefined) throw new StudioFailure(FAILURES.activeGone);
    return window;
  }

  async close(): Promise<void> {
    for (const window of this.#windows.splice(0)) await window.closePlace();
  }

  #find(id: string): StudioWindow | undefined {
    return this.#windows.find((window) => window.id === id);
  }

  #byArgument(studioId: unknown): StudioWindow {
    if (typeof studioId !== "string") throw new StudioFailure("studio_id is required");
    const window = this.#find(studioId);
    if (window === undefined) throw new StudioFailure(FAILURES.noStudio);
    return window;
  }

  /** The id of the active window; July's proxy chooses the only one itself. */
  #activate(connection: Connection): string | undefined {
    const [only, ...others] = this.#windows;
    if (connection.activeStudioId === undefined && others.length === 0 && this.behaviour.activatesOnlyStudio)
      connection.activeStudioId = only?.id;
    return connection.activeStudioId;
  }

  #checkHub(connection: Connection): void {
    if (connection.callsBeforeHub >= this.behaviour.callsBeforeHub) return;
    connection.callsBeforeHub += 1;
    throw new StudioFailure(FAILURES.noHub);
  }
}
