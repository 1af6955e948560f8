import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVER_BUILD } from "../support/built";
import { signedInCookie, type Ground } from "./ground";
import { CONNECTIONS } from "./load";
import { ENGLISH, headOf, PRIVATE_PAGES, PUBLIC_PAGES, type MeasuredPage } from "./pages";
import { sharesOf, type CpuProfile, type Frame } from "./profile-groups";
import { NO_PAGE_CACHE, type Wanted } from "./side-by-side";
import { startStorefronts } from "./storefronts";

/** Where the time of a page goes. */
export interface Profiled {
  page: string;
  path: string;
  /** By group of functions, from 0 to 1 of the time that was not idle. */
  shares: Record<string, number>;
}

const PAGES = [...PUBLIC_PAGES, ...PRIVATE_PAGES].filter(({ name }) =>
  ["Home", "Product", "MyOrder", "UserCenter"].includes(name),
);
const LOAD_MS = 12_000;
const ORDERS = 20;

async function profilePage(ground: Ground, { name, path }: MeasuredPage, fileOf: FileOf): Promise<Profiled> {
  const folder = mkdtempSync(join(tmpdir(), "storefront-profile-"));
  const { url: upstreamUrl, sandboxUrl } = await ground.upstream.ask({ remembering: true, orders: ORDERS });
  const variables = { ...ground.variables, ...NO_PAGE_CACHE };
  const nodeOptions = ["--cpu-prof", `--cpu-prof-dir=${folder}`];
  const storefront = await startStorefronts({ upstreamUrl, variables, nodeOptions });
  try {
    const isPrivate = PRIVATE_PAGES.some((page) => page.path === path);
    const cookie = isPrivate ? await signedInCookie(storefront.url, sandboxUrl) : ENGLISH;
    const head = headOf(storefront.url, path, cookie);
    await ground.generator.ask({ ports: storefront.ports, head, connections: CONNECTIONS, durationMs: LOAD_MS });
  } finally {
    // The profile is written when the process ends.
    await storefront.stop();
  }
  const [file = ""] = readdirSync(folder);
  const profile = JSON.parse(readFileSync(join(folder, file), "utf8")) as CpuProfile;
  rmSync(folder, { recursive: true });
  return { page: name, path, shares: sharesOf(profile, fileOf) };
}

/** Tells the file that a function was written in: packages are bundled with the storefront. */
type FileOf = (frame: Frame) => string;

function fileReader(): FileOf {
  const payload = JSON.parse(readFileSync(`${SERVER_BUILD}.map`, "utf8")) as ConstructorParameters<typeof SourceMap>[0];
  const map = new SourceMap(payload);
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.endsWith("/build/server/index.js")) return url;
    const entry = map.findEntry(lineNumber, columnNumber);
    return "originalSource" in entry ? entry.originalSource : url;
  };
}

/** Profiles the storefront while it renders. Its speed is not read here: a profiler costs time itself. */
export async function measureProfile(ground: Ground, { isWanted }: Wanted): Promise<Profiled[]> {
  const fileOf = fileReader();
  const results: Profiled[] = [];
  for (const page of PAGES.filter(({ path }) => isWanted(path))) {
    results.push(await profilePage(ground, page, fileOf));
  }
  return results;
}
