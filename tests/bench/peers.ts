import { load as parse } from "cheerio";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { ROOT } from "../support/steps";
import { median, spread, type Spread } from "./figures";
import type { Ground, Wanted } from "./ground";
import { CONNECTIONS, loadAndCost, type Costly } from "./load";
import { loadPage, NO_PAGE_CACHE, type LoadedPage } from "./loaded-page";
import { headOf, HOME, PUBLIC_PAGES, type MeasuredPage } from "./pages";
import { usageOf } from "./process-usage";

/** A page of this storefront or the same content in another framework, loaded in turns. */
export interface Peer {
  page: string;
  visitor: "first" | "returning";
  program: string;
  cpuMs: Spread;
  /** CPU time of this storefront divided by that of the program, round by round. */
  ratio: Spread;
  p50Ms: number;
  p99Ms: number;
  peakMb: number;
  bytes: number;
}

const FOLDER = join(ROOT, "tests/bench/peers");
const TURN_MS = 2_000;
const WARM_UP_MS = 3_000;
const OURS = "this storefront";

/** How each peer is built, and the package that has its version. */
const PEERS = {
  sveltekit: { build: ["vite/bin/vite.js", "build"], named: "@sveltejs/kit" },
  astro: { build: ["astro/bin/astro.mjs", "build"], named: "astro" },
  "react-router": { build: ["@react-router/dev/bin.cjs", "build"], named: "react-router" },
} as const;
const NAMES = Object.keys(PEERS) as (keyof typeof PEERS)[];

const PRODUCT = PUBLIC_PAGES.filter(({ name }) => name === "Product");
const PAGES: readonly (MeasuredPage & { route: string })[] = [
  { ...HOME, route: "home" },
  ...PRODUCT.map((page) => ({ ...page, route: "product" })),
];

const versionOf = (name: keyof typeof PEERS) => {
  const file = join(FOLDER, "node_modules", PEERS[name].named, "package.json");
  return `${name} ${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}`;
};

/** Installs and builds the peers with this Node. @throws Error if it is too old for them */
function build(): void {
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, {
      cwd,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ASTRO_TELEMETRY_DISABLED: "1" },
    });
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], FOLDER);
  for (const name of NAMES) {
    const [program, ...args] = PEERS[name].build;
    run(process.execPath, [join(FOLDER, "node_modules", program), ...args], join(FOLDER, name));
  }
}

/** The content of a page, for apps that render it in their own way. */
function contentOf(html: string) {
  const $ = parse(html);
  const texts = (selector: string, within: ReturnType<typeof $>) =>
    within
      .find(selector)
      .map((_, element) => $(element).text().trim())
      .get()
      .filter(Boolean);
  const parts = [...$("#page").children().not("main").get(), ...$("main").children().get()];
  const sections = parts.map((part) => {
    const within = $(part);
    const values = texts("dd", within);
    return {
      heading: texts("h1, h2", within)[0],
      texts: texts("p, h3, summary, label, button, li:not(:has(a, p, dt))", within),
      facts: texts("dt", within).map((term, at) => ({ term, value: values[at] })),
      links: within
        .find("a[href]")
        .map((_, link) => ({ href: $(link).attr("href"), text: $(link).text().trim() }))
        .get(),
      pictures: within
        .find("img")
        .map((_, { attribs: { src, width, height } }) => ({ src, width, height }))
        .get(),
    };
  });
  return { title: $("title").text(), description: $('meta[name="description"]').attr("content"), sections };
}

async function startPeer(name: string, content: string) {
  const child = spawn(process.execPath, ["--max-semi-space-size=4", join(FOLDER, "serve.js"), name], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PEER_CONTENT: content },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  const ended = exited.then(() => Promise.reject(new Error(`${name} has ended`)));
  const [{ port }] = (await Promise.race([once(child, "message"), ended])) as [{ port: number }];
  ended.catch(() => {});
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

interface Contender {
  program: string;
  turn: (durationMs: number) => Promise<Costly>;
  peakMb: () => number;
}

function contenderOf(
  { generator }: Ground,
  { port, pid }: { port: number; pid: number },
  { program, route, cookie }: { program: string; route: string; cookie: string },
): Contender {
  const job = {
    ports: [port],
    head: headOf(`http://127.0.0.1:${port}`, `/${route}`, cookie),
    connections: CONNECTIONS,
  };
  return {
    program,
    async turn(durationMs) {
      const turn = await loadAndCost(generator, { ...job, durationMs }, [pid]);
      if (Object.keys(turn.statuses).join() !== "200") throw new Error(`${program}: ${JSON.stringify(turn.statuses)}`);
      return turn;
    },
    peakMb: () => usageOf(pid).peakBytes / 1_000_000,
  };
}

async function contend(contenders: readonly Contender[], rounds: number, about: Pick<Peer, "page" | "visitor">) {
  const turns = contenders.map((): Costly[] => []);
  for (const { turn } of contenders) await turn(WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { turn }] of contenders.entries()) turns[at]?.push(await turn(TURN_MS));
  const [own = []] = turns;
  return contenders.map(({ program, peakMb }, at): Peer => {
    const these = turns[at] ?? [];
    const middle = (read: (turn: Costly) => number) => median(these.map(read));
    return {
      ...about,
      program,
      cpuMs: spread(these.map(({ cpuMs }) => cpuMs)),
      ratio: spread(these.map(({ cpuMs }, round) => (own[round]?.cpuMs ?? NaN) / cpuMs)),
      p50Ms: middle(({ p50Ms }) => p50Ms),
      p99Ms: middle(({ p99Ms }) => p99Ms),
      peakMb: peakMb(),
      bytes: middle(({ bytesEach }) => bytesEach),
    };
  });
}

/** Compares rendered pages with the newest peers in `tests/bench/peers`; needs their Node, 24. */
export async function measurePeers(ground: Ground, { rounds, isWanted }: Wanted): Promise<Peer[]> {
  build();
  const results: Peer[] = [];
  for (const page of PAGES.filter(({ path }) => isWanted(path))) {
    for (const visitor of ["first", "returning"] as const) {
      const own: LoadedPage = await loadPage(ground, page, {
        returning: visitor === "returning",
        variables: NO_PAGE_CACHE,
      });
      const content = join(freshFolder("storefront-peers"), "content.json");
      const html = await fetch(new URL(page.path, own.storefront.url), { headers: { Cookie: "ulan=en_US" } });
      writeFileSync(content, JSON.stringify({ [page.route]: contentOf(await html.text()) }));
      const peers = await Promise.all(NAMES.map((name) => startPeer(name, content)));
      try {
        const cookie = visitor === "returning" ? "seen=1" : "";
        const contenders = peers.map((peer, at) => {
          const name = NAMES[at] ?? "astro";
          return contenderOf(ground, peer, { program: versionOf(name), route: page.route, cookie });
        });
        const about = { page: page.name, visitor };
        results.push(...(await contend([{ program: OURS, ...own }, ...contenders], rounds, about)));
      } finally {
        await Promise.all([own.storefront.stop(), ...peers.map((peer) => peer.stop())]);
      }
    }
  }
  return results;
}
