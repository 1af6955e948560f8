import { readFileSync } from "node:fs";

let content;

/** The content of the storefront's page, as `tests/bench/peers.ts` has read it. */
export function contentOf(name) {
  content ??= JSON.parse(readFileSync(process.env.PEER_CONTENT, "utf8"));
  return content[name];
}
