import { fetchSource, ImageUnavailable } from "@storefront/image-proxy/source";
import { env } from "~server/env";
import { isPictureSource, namedOrigins } from "~server/upstream/links";
import { problem, type Examination } from "./examination";
import type { SentPicture } from "./observation";
import { patternOf } from "./redacted-text";

const PICTURES_MAX = 12;

export async function checkPictures({ calls, suggest, observer }: Examination): Promise<void> {
  const sent = observer.pictures();
  if (sent.length === 0) return;
  const startedAtMs = performance.now();
  const chosen = ofEachHost(sent).slice(0, PICTURES_MAX);
  const failures = new Map<string, number>();
  let wantsHosts = false;
  let wantsBase = false;
  for (const picture of chosen) {
    const failure = await failureOf(picture);
    if (failure === undefined) continue;
    const origin = originOf(picture);
    const about = `${origin ?? patternOf(picture.sent)}: ${failure}`;
    failures.set(about, (failures.get(about) ?? 0) + 1);
    if (picture.isRelative) wantsBase = true;
    else if (origin !== undefined && wantsNaming(origin, failure)) wantsHosts = true;
  }
  const missing = [...failures.values()].reduce((sum, some) => sum + some, 0);
  calls.push({
    call: "pictures",
    outcome: "read",
    status: null,
    ms: Math.round(performance.now() - startedAtMs),
    found: `${chosen.length - missing} of ${chosen.length} load, of ${sent.length} that were sent`,
    fields: [],
    findings: [...failures].map(([about, times]) => problem(`${about} (${times} of ${chosen.length})`)),
  });
  if (wantsHosts) {
    // Once some hosts are named, no others are allowed.
    const seen = sent.flatMap((picture) => originOf(picture) ?? []).filter((origin) => origin !== upstreamOrigin());
    const value = [...new Set([...env().IMAGE_HOSTS, ...seen])].join();
    suggest({ level: "problem", variable: "IMAGE_HOSTS", value, why: "if these hosts are the platform's" });
  }
  if (wantsBase) {
    const why = "relative picture addresses do not load from the current base";
    suggest({ level: "problem", variable: "IMAGE_BASE_URL", value: null, why });
  }
}

function ofEachHost(pictures: readonly SentPicture[]): SentPicture[] {
  const first = new Map([...pictures].reverse().map((picture) => [originOf(picture), picture]));
  const firsts = new Set([...first.values()].reverse());
  return [...firsts, ...pictures.filter((picture) => !firsts.has(picture))];
}

const upstreamOrigin = (): string => new URL(env().UPSTREAM_URL).origin;

const wantsNaming = (origin: string, failure: string): boolean =>
  failure === REFUSED || failure === NOT_PUBLIC || (origin.startsWith("http:") && !namedOrigins().includes(origin));

const REFUSED = "the shop shows no pictures from there";
const NOT_PUBLIC = "not public";

async function failureOf({ url }: SentPicture): Promise<string | undefined> {
  if (url === undefined || !isPictureSource(new URL(url))) return REFUSED;
  try {
    await fetchSource(new URL(url), { trustedOrigins: namedOrigins() });
    return undefined;
  } catch (error) {
    if (!(error instanceof ImageUnavailable)) throw error;
    return error.message;
  }
}

/** Returns the origin as sent; a page may use https instead. */
function originOf({ sent, isRelative, url = sent }: SentPicture): string | undefined {
  const address = isRelative ? url : sent.trim();
  return URL.canParse(address) && /^https?:/i.test(address) ? new URL(address).origin : undefined;
}
