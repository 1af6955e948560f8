import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { usesModuleThis } from "../../../tooling/vite/module-this";

test.each([
  ["an arrow function", "exports.a = () => this.b", true],
  ["one in another, in an object", "const a = { b: () => () => { return [this] } }", true],
  ["a module's own function", "function a() { return () => this }", false],
  ["a class", "class A { b = () => this; c() { return () => this.d } }", false],
  ["the module itself, which the bundler replaces", "var a = this && this.__importDefault", false],
  ["an ES module, where Node has no `this` either", "export const a = () => this", false],
  ["a word", "// this\nexports.a = () => 'this'", false],
])("the build rejects `this` in a CommonJS module: %s", (_, code, isRefused) => {
  expect(usesModuleThis(code)).toBe(isRefused);
});

test("the build rejects the package in which we found it", () => {
  const busboy = createRequire(new URL("../../../packages/sandbox/body.ts", import.meta.url)).resolve(
    "@fastify/busboy",
  );
  expect(usesModuleThis(readFileSync(busboy.replace(/index\.js$/, "lib/utils/decodeText.js"), "utf8"))).toBe(true);
});
