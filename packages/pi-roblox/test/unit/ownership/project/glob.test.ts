import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob, type Glob } from "../../../../src/ownership/project/glob/glob.ts";

function glob(pattern: string, platform: NodeJS.Platform = "linux"): Glob {
  const compiled = compileGlob(pattern, platform);
  if ("problem" in compiled) throw new TypeError(compiled.problem);
  return compiled;
}

// From the tests of globset 0.4.18 (glob.rs), as far as they are about its defaults.
const matching: readonly (readonly [string, string])[] = [
  ["a", "a"],
  ["a*b", "a_b"],
  ["a*b*c", "abc"],
  ["a*b*c", "a_b_c"],
  ["abc*abc*abc", "abcabcabcabcabcabcabc"],
  ["a*a*a*a*a*a*a*a*a", "aaaaaaaaaaaaaaaaaaaaaa"],
  ["a*b[xyz]c*d", "abxcdbxcddd"],
  ["*.rs", ".rs"],
  ["☃", "☃"],
  ["some/**/needle.txt", "some/needle.txt"],
  ["some/**/needle.txt", "some/one/needle.txt"],
  ["some/**/**/needle.txt", "some/one/two/needle.txt"],
  ["**/test", "one/two/test"],
  ["**/test", "test"],
  ["/**/test", "/one/two/test"],
  ["/**/test", "/test"],
  ["**/.*", ".abc"],
  ["**/.*", "abc/.abc"],
  ["**/foo/bar", "foo/bar"],
  [".*/**", ".abc/abc"],
  ["test/**", "test/one"],
  ["some/*/needle.txt", "some/one/needle.txt"],
  ["a[0-9]b", "a0b"],
  ["a[!0-9]b", "a_b"],
  ["[a-z123]", "1"],
  ["[123a-z]", "1"],
  ["[!a-z]", "1"],
  ["a[^0-9]b", "a_b"],
  ["[-]", "-"],
  ["[]]", "]"],
  ["[]-]", "-"],
  ["[a-]", "-"],
  ["a*/b", "a/x/b"],
  ["*c", "some/abc/x/c"],
  ["*hello.txt", "hello.txt"],
  ["*hello.txt", "some/path/to/hello.txt"],
  ["/*a", "/a/a"],
  ["?", "/"],
  ["[/]", "/"],
  ["{a,b}", "a"],
  ["{a,b}", "b"],
  ["{**/src/**,foo}", "abc/src/bar"],
  ["{**/src/**,foo}", "foo"],
  ["{[}],foo}", "}"],
  ["{foo}", "foo"],
  ["{{foo}}", "foo"],
  ["{foo,bar}baz", "barbaz"],
  ["{a,b}{c,d}", "bd"],
  ["\\*", "*"],
  ["[[]", "["],
  ["a,b", "a,b"],
  ["{*.foo,*.bar,*.wat}", "test.wat"],
  ["x{,y}", "xy"],
  ["x{}z", "xz"],
  ["**", "a/b"],
  ["**/", "a"],
];
const notMatching: readonly (readonly [string, string])[] = [
  ["a*b*c", "abcd"],
  ["abc*abc*abc", "abcabcabcabcabcabcabca"],
  ["some/**/needle.txt", "some/other/notthis.txt"],
  ["some/**/**/needle.txt", "some/other/notthis.txt"],
  ["/**/test", "test"],
  ["/**/test", "/one/notthis"],
  ["**/.*", "ab.c"],
  ["**/.*", "abc/ab.c"],
  [".*/**", "a.bc"],
  [".*/**", "abc/a.bc"],
  ["a[0-9]b", "a_b"],
  ["a[!0-9]b", "a0b"],
  ["[!-]", "-"],
  ["*hello.txt", "hello.txt-and-then-some"],
  ["some/**/needle.txt", "some/needletxt"],
  ["test/**", "test"],
  ["x{,y}", "x"],
  ["a", "a/b"],
  ["a/b", "x/a/b"],
  ["?", "é"],
  ["", "a"],
];

describe("a glob", () => {
  it.for(matching)("%s fits %s", ([pattern, path]) => {
    expect(glob(pattern).matches(path)).toBe(true);
  });

  it.for(notMatching)("%s does not fit %s", ([pattern, path]) => {
    expect(glob(pattern).matches(path)).toBe(false);
  });

  it.for(["[a", "[]", "[!]", "[!", "{a", "a}", "{a,{b}", "a\\", "[z-a]"])("%s is no pattern", (pattern) => {
    expect(compileGlob(pattern, "linux")).toHaveProperty("problem");
  });

  it("says that braces are nested", () => {
    expect(glob("{a,{b,c}}").hasNestedAlternates).toBe(true);
    expect(glob("{a}{b}").hasNestedAlternates).toBe(false);
  });

  it("takes either separator on Windows", () => {
    expect(glob("a\\b", "win32").matches("a\\b")).toBe(true);
    expect(glob("a/b", "win32").matches("a\\b")).toBe(true);
  });

  it("of plain characters fits itself alone", () => {
    const plain = fc.stringMatching(/^[a-z/é日.-]{0,10}$/u);
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        expect(glob(a).matches(b)).toBe(a === b);
      }),
    );
  });

  it("ends soon on patterns and paths that make others search without end", () => {
    const hostile = glob(`${"*a".repeat(200)}b`);
    expect(hostile.matches("a".repeat(2000))).toBe(false);
  });

  it("is refused when it is longer than a person writes", () => {
    expect(compileGlob("a".repeat(5000), "linux")).toHaveProperty("problem");
  });
});
