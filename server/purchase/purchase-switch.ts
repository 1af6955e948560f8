import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { Condition } from "@storefront/http-server/dependencies";
import { describeError, log } from "@storefront/observability/log";
import { poll } from "@storefront/resilience/poll";
import { REDIS_PREFIX } from "@storefront/store/redis";
import { currentDependencies, notePublicChange } from "@storefront/upstream-client/cache-dependencies";
import { readJson } from "@storefront/upstream-client/json";
import { completeEnv, env, variable } from "~server/env";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { openStore, sharedRedis } from "~server/store/shared";
import { beginningOf } from "~server/search-words";
import { FLASH_VALUE_MAX_LENGTH } from "~server/session/flash";
import type { PurchaseMessage } from "./outcome";

/** Stops purchases without a restart (docs/operate/run.md): a file in DATA_DIR, or a key of the shared Redis. */

const FILE = "purchases-off";
const KEY = `${REDIS_PREFIX}purchases-off`;
const FILE_MAX_BYTES = 4_096;
/** Longest time until pages follow the switch. */
const READ_EVERY_MS = 1_000;

/** The operator's text by language, or for all languages; without one, pages show a sentence of ours. */
export type PurchaseStop = Partial<Record<Locale | "all", string | undefined>>;

/** Reports all unknown names in one issue, unlike a record: a manipulated Redis may contain thousands. */
const storedSchema = z.strictObject(
  Object.fromEntries(["all", ...LOCALES].map((of) => [of, z.string().optional()] as const)),
);

let watched: PurchaseStop | null | undefined;

/** Returns the switch for pages, at most a second old. A change purges cached pages. */
export async function purchaseStop(): Promise<PurchaseStop | null> {
  currentDependencies()?.keys.add(KEY);
  return watched === undefined ? readPurchaseStop() : watched;
}

/** Reads the switch now, as each step of a payment requires. */
export async function readPurchaseStop(): Promise<PurchaseStop | null> {
  const { PURCHASES, REDIS_URL } = env();
  const stop = (await readFiles()) ?? (REDIS_URL === undefined ? null : await readKey());
  return stop ?? (PURCHASES ? null : {});
}

export function stopMessage(stop: PurchaseStop, locale: Locale): PurchaseMessage {
  const text = stop[locale] ?? stop.all;
  return text === undefined ? { key: "errors.purchasesOff" } : { key: "errors.purchasesOffText", values: { text } };
}

export function isPurchaseStopped(): boolean {
  return Boolean(watched);
}

/** Reads the switch once a second, until the returned function stops it. Logs a change and purges cached pages. */
export async function watchPurchaseStop(): Promise<() => void> {
  const polling = poll(readPurchaseStop, noteStop, READ_EVERY_MS);
  await polling.first;
  return () => {
    polling.stop();
    watched = undefined;
  };
}

function noteStop(now: PurchaseStop | null): void {
  const before = watched ?? null;
  watched = now;
  if (JSON.stringify(now) === JSON.stringify(before)) return;
  notePublicChange(KEY);
  if (Boolean(now) !== Boolean(before)) log().warn(now ? "purchases are stopped" : "purchases are allowed again");
}

const fileOf = (of: Locale | "all") => join(env().DATA_DIR, of === "all" ? FILE : `${FILE}.${of}`);

/** Reads the files. An empty or unreadable file stops purchases too. */
async function readFiles(): Promise<PurchaseStop | null> {
  const found = (await textsInFiles()).filter(([, text]) => text !== null);
  return found.length > 0 ? withTexts(Object.fromEntries(found.map(([of, text]) => [of, text ?? ""]))) : null;
}

/** Reads each file: null if it is missing, undefined if it is unreadable. */
function textsInFiles() {
  return Promise.all((["all", ...LOCALES] as const).map(async (of) => [of, await textIn(fileOf(of))] as const));
}

async function textIn(path: string): Promise<string | null | undefined> {
  try {
    // A dangling symlink counts as existing.
    await lstat(path);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? null : undefined;
  }
  try {
    // Without O_NONBLOCK, opening a named pipe would block. A device may be endless.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await file.read(Buffer.alloc(FILE_MAX_BYTES), 0, FILE_MAX_BYTES, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    log().debug({ error: describeError(error) }, "could not read the purchase switch");
    return undefined;
  }
}

/** Returns the state for `/readyz`. Never rejects. */
export async function purchaseHealth(): Promise<Condition> {
  if ((await readPurchaseStop()) === null) return { ok: true };
  const isUnreadable = (await textsInFiles()).some(([, text]) => text === undefined);
  return { ok: false, note: isUnreadable ? `${FILE} is not a readable file` : "stopped by the operator" };
}

/** Reads Redis; the last state if it does not respond, because nothing can be bought then anyway. */
async function readKey(): Promise<PurchaseStop | null> {
  try {
    const stored = await sharedRedis()?.get(KEY);
    return stored == null ? null : withTexts(storedSchema.catch({}).parse(readJson(stored)));
  } catch (error) {
    log().debug({ error: describeError(error) }, "could not read the purchase switch");
    return watched ?? null;
  }
}

function withTexts(texts: PurchaseStop): PurchaseStop {
  const shown = Object.entries(texts).flatMap(([of, text]) => {
    const plain = beginningOf(text?.replace(/\s+/g, " ").trim() ?? "", FLASH_VALUE_MAX_LENGTH);
    return plain === "" ? [] : [[of, plain] as const];
  });
  return Object.fromEntries(shown);
}

/** Variables that the schema requires but this command does not need. */
const UNUSED = {
  PUBLIC_ORIGIN: "http://localhost",
  UPSTREAM_URL: "http://localhost",
  SESSION_SECRET: randomBytes(32).toString("hex"),
};

/**
 * Runs `npm run purchases -- …`: `off`, `off 'words for all'`, `off el_GR='…' en_US='…'`, `on`, or nothing to show the
 * state.
 */
export async function switchPurchases(args: readonly string[]): Promise<string> {
  const [command, ...words] = args;
  // In an emergency an operator may know only the address of Redis.
  if (variable("REDIS_URL") !== undefined) completeEnv(UNUSED, {});
  // Opening the file store without the service's environment would lose its witness, and with it open quotes.
  if (env().REDIS_URL !== undefined) await openStore();
  if (command === "off") await setStop(textsOf(words));
  else if (command === "on" && words.length === 0) await setStop(null);
  else if (command !== undefined) {
    const perLocale = LOCALES.map((locale) => ` [${locale}='words']`).join("");
    throw new Error(`usage: npm run purchases -- on | off ['words']${perLocale}`);
  }
  const stop = await readPurchaseStop();
  // Names the place, because a command without the service's environment would stop nothing.
  const where = `in ${env().REDIS_URL === undefined ? resolve(env().DATA_DIR) : "Redis"}`;
  if (!stop) return `purchases: on, ${where}`;
  const isFixed = command === "on" ? " (PURCHASES=off, or a file in DATA_DIR)" : "";
  return `purchases: off${isFixed} ${JSON.stringify(stop)}, ${where}`;
}

const OF_LOCALE = new RegExp(`^(?:(${LOCALES.join("|")})=)?(.*)$`, "s");

function textsOf(words: readonly string[]): PurchaseStop {
  const texts = words.map((word) => {
    const [, locale = "all", text = ""] = OF_LOCALE.exec(word) ?? [];
    return [locale, text] as const;
  });
  return withTexts(Object.fromEntries(texts));
}

async function setStop(stop: PurchaseStop | null): Promise<void> {
  const redis = env().REDIS_URL === undefined ? null : sharedRedis();
  if (redis) {
    await (stop ? redis.set(KEY, JSON.stringify(stop)) : redis.del(KEY));
    return;
  }
  // Also deletes the texts of an earlier stop.
  const texts: PurchaseStop = stop ? { all: "", ...stop } : {};
  for (const of of ["all", ...LOCALES] as const) {
    const text = texts[of];
    await (text === undefined ? rm(fileOf(of), { force: true }) : writeFile(fileOf(of), `${text}\n`));
  }
}
