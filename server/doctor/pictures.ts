import { fetchSource, ImageUnavailable } from "@storefront/image-proxy/source";
import { env } from "~server/env";
import { isPictureSource, namedOrigins } from "~server/upstream/links";
import { problem, type Examination } from "./examination";
import type { SentPicture } from "./observation";
import { patternOf } from "./shown";

/** Enough to see each host; a shop has hundreds. */
const PICTURES_MAX = 12;

/** Fetches some of the pictures that were sent as the shop would, and reports which do not come. */
export async function checkPictures({ calls, settings, observer }: Examination): Promise<void> {
  const sent = observer.pictures();
  if (sent.length === 0) return;
  const startedAtMs = performance.now();
  const chosen = sent.slice(0, PICTURES_MAX);
  const failures = new Map<string, number>();
  const wantedHosts = new Set<string>();
  let wantsBase = false;
  for (const picture of chosen) {
    const failure = await failureOf(picture);
    if (failure === undefined) continue;
    const origin = originOf(picture);
    const about = `${origin ?? patternOf(picture.sent)}: ${failure}`;
    failures.set(about, (failures.get(about) ?? 0) + 1);
    if (picture.isRelative) wantsBase = true;
    else if (origin !== undefined && (failure === REFUSED || failure === NOT_PUBLIC)) wantedHosts.add(origin);
  }
  const missing = [...failures.values()].reduce((sum, some) => sum + some, 0);
  calls.push({
    ...{ call: "pictures", outcome: "read", status: null, ms: Math.round(performance.now() - startedAtMs) },
    found: `${chosen.length - missing} of ${chosen.length} load, of ${sent.length} that were sent`,
    fields: [],
    findings: [...failures].map(([about, times]) => problem(`${about} (${times} of ${chosen.length})`)),
  });
  if (wantedHosts.size > 0) {
    const value = [...env().IMAGE_HOSTS, ...wantedHosts].join();
    settings.push({ level: "problem", variable: "IMAGE_HOSTS", value, why: "if these hosts are the platform's" });
  }
  if (wantsBase) {
    const why = "relative addresses of pictures do not load from where they are looked for";
    settings.push({ level: "problem", variable: "IMAGE_BASE_URL", value: null, why });
  }
}

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

function originOf({ sent, url = sent }: SentPicture): string | undefined {
  return URL.canParse(url) && /^https?:/.test(url) ? new URL(url).origin : undefined;
}
