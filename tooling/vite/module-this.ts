import { parseAst, type Plugin } from "vite";

/**
 * Fails the server's build at a CommonJS module whose arrow functions use the module's `this`: in Node an object, in
 * the bundle undefined, so that it throws in the build alone (@fastify/busboy 3.2, `decodeText.js`).
 */
export function refuseModuleThis(): Plugin {
  return {
    name: "refuse-module-this",
    enforce: "pre",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    transform(code, id) {
      if (/\.c?js$/.test(id) && usesModuleThis(code)) this.error(`${id} uses the \`this\` of its module.`);
    },
  };
}

/** True if a CommonJS module uses its own `this` in an arrow function. Elsewhere the bundler replaces it. */
export function usesModuleThis(code: string): boolean {
  if (!/\bthis\b/.test(code)) return false;
  const { body } = parseAst(code);
  const isModule = body.some(({ type }) => /^(?:Import|Export)/.test(type));
  return !isModule && hasThis(body, false);
}

/** Nodes with their own `this`. */
const OWN_THIS = /^(?:Function|ClassBody)/;

function hasThis(node: unknown, inArrow: boolean): boolean {
  if (typeof node !== "object" || node === null) return false;
  const type = "type" in node ? String(node.type) : "";
  if (OWN_THIS.test(type)) return false;
  if (type === "ThisExpression") return inArrow;
  const within = inArrow || type === "ArrowFunctionExpression";
  return Object.values(node).some((child) => hasThis(child, within));
}
