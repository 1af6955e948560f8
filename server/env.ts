import { setLogOptions } from "@storefront/observability/log";
import { z } from "zod";
import { readRedisAddress } from "@storefront/store/redis-address";

/** The environment (behaviour 11), checked by zod. The one reader of `process.env`. */

/** Connections to the upstream for each purpose (behaviour 7.60, 9.29). */
const POOL_SIZES = {
  public: 64,
  account: 256,
  money: 128,
  upload: 16,
  codes: 32,
};
/** The limits for load shedding: pages rendered at a time, and the event loop's lag (behaviour 13.22). */
const IN_FLIGHT_MAX = 1_000;
const LAG_MAX_MS = 250;
/** How long a shutdown reports itself not ready before it stops accepting connections (behaviour 13.23). */
const DRAIN_DELAY_MS = 5_000;

const url = z
  .string()
  .refine((value) => /^https?:/i.test(value) && URL.canParse(value), "must be an http or https address");

const origin = url.transform((value) => new URL(value).origin);

/** The origin of this site: nothing that would be dropped from an address may stand beside it. */
const bareOrigin = url
  .refine((value) => /^[^/]+\/\/[^/?#@]+\/?$/.test(value), "must be an origin alone, without a path, query or user")
  .transform((value) => new URL(value).origin);

/** A folder's URL, with its last slash: paths are resolved below it. */
const folder = url
  .refine((value) => !/^[^/]*\/\/[^/]*@/.test(value), "must not hold a password")
  .transform((value) => new URL(value).href.replace(/\/*$/, "/"));

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, "must be a header name");

const word = z.string().regex(/^[A-Za-z0-9_.-]+$/, "must be letters, digits, dots, hyphens or underscores");

const redisAddress = z.string().superRefine((value, context) => {
  try {
    readRedisAddress(value);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "cannot be read" });
  }
});

const onOff = (otherwise: "on" | "off" = "off") =>
  z
    .enum(["on", "off", "true", "false", "1", "0", ""])
    .default(otherwise)
    .transform((value) => value === "on" || value === "true" || value === "1");

/** How many of our proxies are in front; `on` is one. */
const proxyCount = z
  .string()
  .default("off")
  .transform((value) => ({ on: "1", true: "1", off: "0", false: "0" })[value] ?? value)
  .refine((value) => /^(?:0|[1-9]\d?)$/.test(value), "must be a number of proxies from 0 to 99, on or off")
  .transform(Number);

const originList = z
  .string()
  .default("")
  .transform((value, context) => {
    const origins: string[] = [];
    for (const part of value.split(/[\s,]+/).filter(Boolean)) {
      const parsed = origin.safeParse(part);
      if (parsed.success) origins.push(parsed.data);
      else context.addIssue({ code: "custom", message: `"${part}" is not an http or https address` });
    }
    return origins;
  });

/** Reads a script's URL and, after it, the origins that it loads more from. */
const scriptSource = z.string().transform((value, context) => {
  const [src = "", ...more] = value.split(/[\s,]+/).filter(Boolean);
  const addresses = [src, ...more].map((part) => origin.safeParse(part));
  if (addresses.every((address) => address.success)) {
    return { src, origins: [...new Set(addresses.map(({ data }) => data))] };
  }
  context.addIssue({ code: "custom", message: "must be http or https addresses, the script's first" });
  return z.NEVER;
});

/** Reads `0:paid,1:pending` into a map from the upstream's value to one of the known labels. */
function statusMap<Label extends string>(labels: readonly [Label, ...Label[]], fallback: string) {
  return z
    .string()
    .default(fallback)
    .transform((value, context) => {
      const map = new Map<string, Label>();
      for (const pair of value.split(",")) {
        const [raw = "", label = ""] = pair.split(":").map((part) => part.trim());
        const known = labels.find((candidate) => candidate === label);
        if (raw && known) map.set(raw, known);
        else
          context.addIssue({
            code: "custom",
            message: `"${pair}" is not value:label with one of ${labels.join(", ")}`,
          });
      }
      return map;
    });
}

/** Reads `public:64,money:16` over the sizes that a pool has by default. */
const poolSizes = z
  .string()
  .default("")
  .transform((value, context) => {
    const sizes = { ...POOL_SIZES };
    for (const pair of value.split(",").filter(Boolean)) {
      const [, name, size] = /^\s*([a-z]+)\s*:\s*([1-9]\d{0,3})\s*$/.exec(pair) ?? [];
      if (name !== undefined && Object.hasOwn(sizes, name)) sizes[name as keyof typeof sizes] = Number(size);
      else
        context.addIssue({
          code: "custom",
          message: `"${pair}" is not pool:connections with one of ${Object.keys(sizes).join(", ")}`,
        });
    }
    return sizes;
  });

export const ORDER_STATUSES = ["paid", "pending", "mining", "ended"] as const;
export const DEPOSIT_STATUSES = ["unconfirmed", "completed", "exception"] as const;

/** What stands in the place of a secret in examples, which everybody knows. */
const EXAMPLE_SECRET = /change.?me|replace.?me|your.?secret/i;

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  PUBLIC_ORIGIN: bareOrigin,
  UPSTREAM_URL: url.transform((value) => value.replace(/\/+$/, "")),
  SESSION_SECRET: z
    .string()
    .transform((value) => value.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), "each secret must have at least 32 characters")
    .refine((secrets) => !secrets.some((secret) => EXAMPLE_SECRET.test(secret)), "is a secret of an example"),
  STORAGE_PRODUCT: word.default("storage"),
  SITE_CONFIG_KEY: word.default("merchant-config-h5"),
  MINER_ATTR_KV_KEY: word.default("miner-attr-h5"),
  HEADER_LANGUAGE: headerName.default("exchange-language"),
  HEADER_CLIENT: headerName.default("exchange-client"),
  HEADER_TOKEN: headerName.default("exchange-token"),
  WEB_LOGIN: z.enum(["enabled", "app-only"]).default("enabled"),
  MAIN_SITE_ORIGIN: origin.optional(),
  DESKTOP_REDIRECT: onOff(),
  UPSTREAM_POOLS: poolSizes,
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(300_000).default(DRAIN_DELAY_MS),
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).max(100_000).default(IN_FLIGHT_MAX),
  MAX_LAG_MS: z.coerce.number().int().min(10).max(60_000).default(LAG_MAX_MS),
  TRUST_PROXY: proxyCount,
  REDIS_URL: redisAddress.optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default(".data"),
  WITNESS_DIR: z.string().min(1).optional(),
  CONTENT_DIR: z.string().min(1).optional(),
  /** From systemd (`RuntimeDirectory=`). */
  RUNTIME_DIRECTORY: z.string().min(1).optional(),
  /** From systemd, where standard output is its journal. */
  JOURNAL_STREAM: z.string().min(1).optional(),
  ORDER_STATUS: statusMap(ORDER_STATUSES, "0:paid,1:pending,2:mining,3:ended"),
  DEPOSIT_STATUS: statusMap(DEPOSIT_STATUSES, "0:unconfirmed,1:completed,2:exception"),
  PAY_ROUNDING: z.enum(["down", "up", "half-up"]).default("down"),
  PROFIT_RATIO_PERIOD: z.enum(["cycle", "year"]).optional(),
  PROFIT_RATIO_MEANING: z.enum(["return", "output"]).optional(),
  LINK_PLACEHOLDER: z.string().default(""),
  BLOCK_PINCH_ZOOM: onOff(),
  CAPTCHA_SLIDER_SRC: scriptSource.optional(),
  CAPTCHA_CHALLENGE_ORIGINS: originList,
  CAPTCHA_MONITOR_URL: url.optional(),
  IMAGE_HOSTS: originList,
  IMAGE_BASE_URL: folder.optional(),
  PURCHASES: onOff("on"),
  PAGE_CACHE: onOff("on"),
  IMAGE_PROXY: onOff("on"),
  SERVICE_WORKER: onOff("on"),
  WEB_VITALS: onOff("on"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_PROPAGATE: onOff(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

/** The checked environment. */
export type Env = z.infer<typeof schema>;

/** Names every missing or malformed variable in one message. */
export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/**
 * Checks a set of variables. An empty value counts as missing.
 *
 * @param variables name to text, as `process.env` has them
 * @returns the checked environment, with defaults filled in (never a default secret)
 * @throws EnvironmentError that names each variable at fault
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${name in given ? issue.message : "is missing"}`;
  });
  throw new EnvironmentError(`The environment is not complete:\n${[...new Set(faults)].join("\n")}`);
}

/** Names that Kubernetes sets for services of its own. */
const NOT_OURS = /_PORT$|_SERVICE_|_PORT_/;
/** Shorter names of ours are near to too many others. */
const NAME_MIN_LENGTH = 8;

/**
 * The variables whose names are one or two letters from one of ours: they change nothing, and were perhaps meant to.
 *
 * @param names of all variables that are set
 * @returns each with the name that it is near to
 */
export function misspeltNames(names: readonly string[] = Object.keys(process.env)): [given: string, ours: string][] {
  const ours = Object.keys(schema.shape).filter((name) => name.length >= NAME_MIN_LENGTH);
  return names.flatMap((given) => {
    if (given in schema.shape || NOT_OURS.test(given)) return [];
    const near = ours.find((name) => editsBetween(given.toUpperCase(), name) <= 2);
    return near === undefined ? [] : [[given, near] as [string, string]];
  });
}

/** The letters to change, add or leave out between two words (Levenshtein); more than 2 where the lengths say so. */
function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let from = 1; from <= one.length; from += 1) {
    const next = [from];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (one[from - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const SECRET = new Set(["SESSION_SECRET", "REDIS_SENTINEL_PASSWORD"]);

/**
 * The environment as it would be used, for `npm run env:check`: a line for each variable, secrets hidden.
 *
 * @throws EnvironmentError when a variable is missing or malformed
 */
export function describeEnv(variables: Record<string, string | undefined> = process.env): string {
  const used: Record<string, unknown> = readEnv(variables);
  const lines = Object.keys(schema.shape).map((name) => {
    const isGiven = variables[name] !== undefined && variables[name] !== "";
    return `${name}=${shownValue(name, used[name])}${isGiven ? "" : "  (default)"}`;
  });
  const misspelt = misspeltNames(Object.keys(variables)).map(([given, ours]) => `${given} is not known: ${ours}?`);
  return [...lines, ...misspelt].join("\n");
}

function shownValue(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (SECRET.has(name)) return "(hidden)";
  if (value instanceof Map) return [...value].map((pair) => pair.join(":")).join();
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\/\/[^/]*@/, "//(hidden)@");
}

let current: Env | undefined;

/**
 * The environment of this process, read once.
 *
 * @throws EnvironmentError when a variable is missing or malformed
 */
export function env(): Env {
  return (current ??= readEnv(process.env));
}

/** `CONTENT_DIR`, for the command that checks a folder and needs no other variable. */
export function contentDir(): string | undefined {
  return process.env.CONTENT_DIR || undefined;
}

/**
 * The environment of a command that is run before there is one, for this process alone.
 *
 * @param needed variables that stand where none are set
 * @param fixed variables that stand whatever is set
 * @throws EnvironmentError when one is malformed
 */
export function completeEnv(needed: Record<string, string>, fixed: Record<string, string>): Env {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  return (current = readEnv({ ...needed, ...Object.fromEntries(given), ...fixed }));
}

/** Forgets the parsed environment, so that a test can use other variables. */
export function forgetEnv(): void {
  current = undefined;
}

// Whatever runs of this product has read this module, also under stock `remix-serve`.
setLogOptions(() => ({ level: env().LOG_LEVEL, journal: env().JOURNAL_STREAM }));
