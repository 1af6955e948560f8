import { respondToParent } from "../bench/children";
import type { Strike, Target } from "./attack";
import { attackNamed } from "./attacks";
import { takePriority } from "./priority";

/** The attackers' process, which prepares and carries out one attack with low priority. */

export type Order = { kind: "prepare"; name: string; target: Target } | { kind: "strike" };

takePriority("attackers");

let strike: Strike | undefined;

respondToParent(async (order: Order): Promise<string[]> => {
  try {
    if (order.kind === "strike") return (await strike?.()) ?? [];
    strike = await attackNamed(order.name).prepare(order.target);
    return [];
  } catch (error) {
    return [`the attack itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
});
