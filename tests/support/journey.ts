import { test as base, expect, type Page } from "@playwright/test";
import { createHash } from "node:crypto";
import type { Sandbox } from "~server/sandbox/start";
import { signInThrough } from "./signing-in";
import { startStage, type Stage } from "./stage";

type Account = Awaited<ReturnType<Sandbox["createAccount"]>>;
type Locale = "el_GR" | "en_US";

interface WorkerFixtures {
  /** The worker's own storefront on its own sandbox, so that a fault asked for here is felt nowhere else. */
  stage: Stage;
}

interface Fixtures {
  /** The platform behind the pages, as seeded: what an earlier test did to it is gone. */
  sandbox: Sandbox;
  /** A fresh account: authenticator bound, a balance, verified. */
  account: Account;
  /** Sets the language cookie, as the language form would. */
  setLocale: (locale: Locale) => Promise<void>;
  /** Signs in through the form and its second step, from a link that leads there or from /Login. */
  signIn: (page: Page, account: Account, options?: { keepPage?: boolean }) => Promise<void>;
  /** What went wrong in the page unseen: errors of scripts, of the policy, of a sub-resource. Must be empty at the end; a test that expects one takes it out. */
  problems: string[];
}

/** An address of its own for each test, so that one does not use up the limits of another. */
function addressOf(testId: string): string {
  const [a = 0, b = 0, c = 0] = createHash("sha256").update(testId).digest();
  return `10.${a}.${b}.${c}`;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stage: [
    async ({}, provide, { parallelIndex }) => {
      const stage = await startStage(parallelIndex);
      await provide(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
  sandbox: [
    async ({ stage }, provide) => {
      await stage.sandbox.reset();
      await provide(stage.sandbox);
    },
    { auto: true },
  ],
  baseURL: async ({ stage }, provide) => provide(stage.storefront.url),
  extraHTTPHeaders: async ({}, provide, { testId }) => provide({ "X-Forwarded-For": addressOf(testId) }),
  account: async ({ sandbox }, provide) => provide(await sandbox.createAccount()),
  setLocale: async ({ context, baseURL }, provide) =>
    provide((locale) => context.addCookies([{ name: "ulan", value: locale, url: baseURL ?? "" }])),
  signIn: async ({ sandbox }, provide) =>
    provide((page, account, options) => signInThrough(page, sandbox, account, options?.keepPage ?? false)),
  problems: [
    async ({ context }, provide) => {
      const problems: string[] = [];
      context.on("weberror", (error) => problems.push(`script: ${error.error().message}`));
      context.on("console", (message) => {
        // A refused form answers 422, a missing page 404: their documents are none. Sub-resources are looked at below.
        if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
          problems.push(`console: ${message.text()}`);
        }
      });
      context.on("response", (response) => {
        const kind = response.request().resourceType();
        if (response.status() >= 400 && !["document", "fetch", "xhr"].includes(kind)) {
          problems.push(`${kind}: ${response.status()} ${response.url()}`);
        }
      });
      await provide(problems);
      expect(problems, "nothing went wrong in the page unseen").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
