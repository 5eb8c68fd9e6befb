export { type QueueRunOptions, type QueueTask, SerialQueue, type SerialQueueOptions } from "./serial-queue.ts";
