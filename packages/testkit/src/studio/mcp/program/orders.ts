/**
 * Orders to a running program, one JSON object each: what a person does in Studio, and what goes wrong.
 *
 *     curl -d '{"do":"start","mode":"Run"}' http://127.0.0.1:PORT
 */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { StudioBehaviour } from "../behaviour.ts";
import type { StudioWindow } from "../host/studio-window.ts";
import type { Fault } from "../server/faults.ts";
import type { StudioComputer } from "../studio-computer.ts";
import { placeSourceAt } from "./place-argument.ts";

/** `studio` is the index of a window, 0 by default. Paths are absolute. */
type Order =
  | { readonly do: "list" }
  | { readonly do: "start"; readonly studio?: number; readonly mode?: string }
  | { readonly do: "stop"; readonly studio?: number }
  | { readonly do: "print"; readonly studio?: number; readonly text: string }
  | { readonly do: "openStudio"; readonly path?: string }
  | { readonly do: "closeStudio"; readonly studio?: number }
  | { readonly do: "restartStudio"; readonly studio?: number }
  | { readonly do: "openPlace"; readonly studio?: number; readonly path: string }
  | { readonly do: "closePlace"; readonly studio?: number }
  | { readonly do: "draft"; readonly studio?: number; readonly script: readonly string[]; readonly text?: string }
  | { readonly do: "behave"; readonly changes: Partial<StudioBehaviour> }
  | { readonly do: "fault"; readonly fault: Fault }
  | { readonly do: "clearFaults" };

function windowAt(computer: StudioComputer, index = 0): StudioWindow {
  const window = computer.windows[index];
  if (window === undefined) throw new Error(`there is no window ${index}`);
  return window;
}

async function perform(computer: StudioComputer, order: Order): Promise<void> {
  switch (order.do) {
    case "list":
      return;
    case "start":
      return windowAt(computer, order.studio).start(order.mode);
    case "stop":
      return windowAt(computer, order.studio).stop();
    case "print":
      return windowAt(computer, order.studio).console.add(order.text);
    case "openStudio":
      await computer.openStudio(order.path === undefined ? undefined : await placeSourceAt(order.path));
      return;
    case "closeStudio":
      return computer.closeStudio(windowAt(computer, order.studio));
    case "restartStudio":
      await computer.restartStudio(windowAt(computer, order.studio));
      return;
    case "openPlace":
      return computer.openPlace(windowAt(computer, order.studio), await placeSourceAt(order.path));
    case "closePlace":
      return windowAt(computer, order.studio).closePlace();
    case "draft":
      return windowAt(computer, order.studio).edit.editDraft(order.script, order.text);
    case "behave":
      return computer.behave(order.changes);
    case "fault":
      return computer.faults.add(order.fault);
    case "clearFaults":
      return computer.faults.clear();
  }
}

/** The windows as they are then. */
function describe(computer: StudioComputer) {
  return computer.windows.map(({ id, place, mode }) => ({ id, place: place ?? null, mode }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Takes orders by POST; answers with the windows, or with 400 and what is wrong. @throws when the port is taken */
export async function takeOrders(computer: StudioComputer, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      // A page in a browser may post here, too, but cannot hide where it comes from.
      if (request.headers.origin !== undefined) throw new Error("orders are not taken from web pages");
      // SAFETY: whoever sends orders by hand reads the type above; an unknown one does nothing.
      await perform(computer, JSON.parse(await bodyOf(request)) as Order);
      response.end(`${JSON.stringify(describe(computer))}\n`);
    };
    answer().catch((error: unknown) => {
      response.statusCode = 400;
      response.end(`${error instanceof Error ? error.message : String(error)}\n`);
    });
  });
  server.listen({ host: "127.0.0.1", port });
  await once(server, "listening");
  return server;
}
