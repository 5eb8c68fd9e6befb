/** The outside programs, by the exact versions that tests are written for. All come from crates.io. */

/** @type {readonly {name: string, version: string}[]} */
export const outsidePrograms = [
  { name: "rojo", version: "7.7.1" },
  { name: "rojo", version: "7.6.1" },
  { name: "rojo", version: "7.4.4" },
  { name: "selene", version: "0.31.0" },
  { name: "lune", version: "0.11.1" },
];
