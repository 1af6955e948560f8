import { expect, test } from "vitest";
import { lint, type Sample } from "../../support/lint";

/** The lint of callbacks and `catch`: a rule that no longer reported anything would go unnoticed. */

const LISTENER = "import type { EventEmitter } from 'node:events'; declare const a: EventEmitter;";
const GUARDED = 'import { guarded } from "@storefront/resilience/guarded";';
const work = "declare function work(): void;";

const inEach = (code: string): Sample[] => [
  ["server/*.ts", code],
  ["packages/http-server/*.ts", code],
];

const BARE = [
  `${LISTENER} ${work} a.on("data", () => work());`,
  `${LISTENER} ${work} a.once("end", work);`,
  `${LISTENER} ${work} a.addListener("end", function () { work(); });`,
  `${LISTENER} ${work} const b = () => work(); a.prependListener("end", b);`,
  `${work} AbortSignal.timeout(1).addEventListener("abort", () => work());`,
  `${work} setTimeout(work, 1);`,
  `${work} setInterval(() => work(), 1);`,
  `${work} setImmediate(work);`,
  `${work} queueMicrotask(() => { work(); });`,
  `${work} process.nextTick(work);`,
];

const SAFE = [
  `${GUARDED} ${LISTENER} ${work} a.on("data", guarded(work));`,
  `${GUARDED} ${LISTENER} ${work} const b = guarded(() => work()); a.on("data", b); a.off("data", b);`,
  `${GUARDED} ${work} setTimeout(guarded(work), 1).unref();`,
  `${LISTENER} a.on("error", () => undefined);`,
  `${LISTENER} a.on("error", () => {});`,
  `void new Promise<void>((resolve) => setTimeout(resolve, 1));`,
];

test("a listener or a timer's callback without guarded() is refused", async () => {
  for (const found of await lint(BARE.flatMap(inEach))) expect(found).toContain("house(guarded-callbacks)");
});

test("a guarded one, and one that cannot throw, is accepted", async () => {
  for (const found of await lint(SAFE.flatMap(inEach))) expect(found).not.toContain("house(guarded-callbacks)");
});

test("a catch without the error is refused", async () => {
  const bare = "try { JSON.parse(''); } catch { /* nothing */ }";
  const named = "try { JSON.parse(''); } catch (error) { if (!(error instanceof SyntaxError)) throw error; }";
  const [first, second, third] = await lint([...inEach(bare), ["server/*.ts", named]]);
  for (const found of [first, second]) expect(found).toContain("house(no-bare-catch)");
  expect(third).not.toContain("house(no-bare-catch)");
});
