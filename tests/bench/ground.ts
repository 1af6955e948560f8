import type { Page } from "@playwright/test";
import { connectSandbox } from "@storefront/sandbox/remote";
import type { Sandbox } from "@storefront/sandbox/start";
import { DEMO_ACCOUNTS } from "@storefront/sandbox/seed";
import { ScriptlessContext } from "../support/scriptless/context";
import { signInThrough } from "../support/signing-in";
import { startChild, type Child } from "./children";
import type { FloorResponse } from "./floor";
import { startGenerator, type Generator } from "./load";
import { CHROME_HEADERS, ENGLISH } from "./pages";
import type { Behaviour, UpstreamState } from "./upstream";

/** Which pages are measured, and how. */
export interface Wanted {
  /** How many rounds a page alternates with its comparison. */
  rounds: number;
  /** True if the path contains the words of the command line. */
  isWanted: (path: string) => boolean;
  /** The commit to compare with, by any name that git knows. */
  before: string;
}

/** The base of every measurement: the upstream, the bare server and the load generator, each in its own process. */
export interface Ground {
  generator: Generator;
  floor: Child<FloorResponse, { port: number }>;
  upstream: Child<Behaviour | { asBefore: true }, UpstreamState>;
  /** Further options of the storefront, e.g. without its page cache. */
  variables: Record<string, string>;
  stop(): Promise<void>;
}

export async function prepareGround(variables: Record<string, string>): Promise<Ground> {
  const generator = await startGenerator();
  const floor = await startChild<FloorResponse, { port: number }>("floor");
  const upstream = await startChild<Behaviour | { asBefore: true }, UpstreamState>("upstream");
  return {
    generator,
    floor,
    upstream,
    variables,
    async stop() {
      await Promise.all([generator.stop(), floor.stop(), upstream.stop()]);
    },
  };
}

/**
 * Signs the rich demo account in, through the form.
 *
 * @param url the storefront's address
 * @returns its cookies, as the header has them
 */
export async function signedInCookie(url: string, sandboxUrl: string): Promise<string> {
  const visitor = new ScriptlessContext(url, { headers: { "User-Agent": CHROME_HEADERS["User-Agent"] ?? "" } });
  const [name = "", value = ""] = ENGLISH.split("=");
  await visitor.addCookies([{ name, value }]);
  const page = (await visitor.newPage()) as unknown as Page;
  await signInThrough(page, connectSandbox(sandboxUrl) as Sandbox, DEMO_ACCOUNTS[0]);
  return visitor.jar
    .all()
    .map((cookie) => `${cookie.name}=${cookie.value}`)
    .join("; ");
}
