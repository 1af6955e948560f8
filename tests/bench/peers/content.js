import { readFileSync } from "node:fs";

let content;

/** What the storefront's page says, as `tests/bench/peers.ts` has read it. */
export function contentOf(name) {
  content ??= JSON.parse(readFileSync(process.env.PEER_CONTENT, "utf8"));
  return content[name];
}
