/** The notice that goes with the tables: the crate ships no licence file, only the licence's name. Pure. */

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * @param {string} name of the crate
 * @param {{version: string | undefined, license: string | undefined, repository: string | undefined, authors: string[]}}
 *   manifest
 * @returns {string} text whose first line is the title of the notice
 */
export function noticeOf(name, { version, license, repository, authors }) {
  if (license !== "MIT") throw new Error(`${name} ${version} is under ${license}; the notice must be written anew`);
  const holders = authors.map((author) => author.replace(/ <.*>$/, "")).join(", ");
  return `${name} ${version}\n\nThe MIT License\nCopyright (c) ${holders} (${repository})\n\n${MIT}\n`;
}
