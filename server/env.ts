import { createLog, setLog } from "@storefront/observability/log";
import { z } from "zod";
import { readRedisAddress } from "@storefront/store/redis-address";

/** The environment variables. Only this module reads `process.env`. */

const POOL_SIZES = { public: 64, account: 256, money: 128, upload: 16, codes: 32 };

const url = z
  .string()
  .refine((value) => /^https?:/i.test(value) && URL.canParse(value), "must be an http or https address");

const origin = url.transform((value) => new URL(value).origin);

/** Rejects a URL with anything after its origin, because `URL.origin` would drop that silently. */
const bareOrigin = url
  .refine((value) => /^[^/]+\/\/[^/?#@]+\/?$/.test(value), "must be an origin alone, without a path, query or user")
  .transform((value) => new URL(value).origin);

/** A base URL. It gets a trailing slash, so that relative paths resolve below it. */
const folder = url
  .refine((value) => !/^[^/]*\/\/[^/]*@/.test(value), "must not contain a password")
  .transform((value) => new URL(value).href.replace(/\/*$/, "/"));

const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, "must be a header name");

const word = z.string().regex(/^[A-Za-z0-9_.-]+$/, "must be letters, digits, dots, hyphens or underscores");

const filled = z.string().min(1);
const port = z.coerce.number().int().min(0).max(65535);
const whole = (least: number, most: number, otherwise: number) =>
  z.coerce.number().int().min(least).max(most).default(otherwise);

function fault(context: z.RefinementCtx, message: string): void {
  context.addIssue({ code: "custom", message });
}

const redisAddress = z.string().superRefine((value, context) => {
  try {
    readRedisAddress(value);
  } catch (error) {
    fault(context, error instanceof Error ? error.message : "cannot be read");
  }
});

const onOff = (otherwise: "on" | "off" = "off") =>
  z
    .enum(["on", "off", "true", "false", "1", "0", ""])
    .default(otherwise)
    .transform((value) => value === "on" || value === "true" || value === "1");

/** Number of proxies in front of the shop; `on` means 1. */
const proxyCount = z
  .string()
  .default("0")
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
      else fault(context, `"${part}" is not an http or https address`);
    }
    return origins;
  });

/** A script's URL, and further origins that it loads from. */
const scriptSource = z.string().transform((value, context) => {
  const [src = "", ...more] = value.split(/[\s,]+/).filter(Boolean);
  const addresses = [src, ...more].map((part) => origin.safeParse(part));
  if (addresses.every((address) => address.success)) {
    return { src, origins: [...new Set(addresses.map(({ data }) => data))] };
  }
  fault(context, "must be http or https addresses, the script's first");
  return z.NEVER;
});

/** Parses the upstream's values with their labels, such as `0:paid,1:pending`. */
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
        else fault(context, `"${pair}" is not value:label with one of ${labels.join(", ")}`);
      }
      return map;
    });
}

const poolSizes = z
  .string()
  .default(
    Object.entries(POOL_SIZES)
      .map((pair) => pair.join(":"))
      .join(),
  )
  .transform((value, context) => {
    const sizes = { ...POOL_SIZES };
    for (const pair of value.split(",").filter(Boolean)) {
      const [, name, size] = /^\s*([a-z]+)\s*:\s*([1-9]\d{0,3})\s*$/.exec(pair) ?? [];
      if (name !== undefined && Object.hasOwn(sizes, name)) sizes[name as keyof typeof sizes] = Number(size);
      else fault(context, `"${pair}" is not pool:connections with one of ${Object.keys(sizes).join(", ")}`);
    }
    return sizes;
  });

export const ORDER_STATUSES = ["paid", "pending", "mining", "ended"] as const;
export const DEPOSIT_STATUSES = ["unconfirmed", "completed", "exception"] as const;

/** Secrets copied from examples, which everybody knows. */
const EXAMPLE_SECRET = /change.?me|replace.?me|your.?secret/i;

/** Descriptions are Markdown for docs/operate/environment.md, `.env.example` and the message of a failed start. */
const REQUIRED = {
  PUBLIC_ORIGIN: bareOrigin.describe(
    "The shop's own origin, as visitors type it. Requests for any other host get 421. With https, cookies are Secure " +
      "and HSTS is on.",
  ),
  UPSTREAM_URL: url.transform((value) => value.replace(/\/+$/, "")).describe("The platform's base address."),
  SESSION_SECRET: z
    .string()
    .transform((value) => value.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), "each secret must have at least 32 characters")
    .refine((secrets) => !secrets.some((secret) => EXAMPLE_SECRET.test(secret)), "is an example's secret")
    .describe(
      "Encrypts and signs cookies. At least 32 characters, from `openssl rand -base64 32`. With several, separated by " +
        "commas, the first encrypts and all decrypt: [change it in three steps](run.md#secrets).",
    ),
};

const SERVER = {
  PORT: port.default(3000).describe("The port to listen on."),
  HOST: filled.default("0.0.0.0").describe("The address to listen on; `::` is IPv6 and IPv4."),
  TRUST_PROXY: proxyCount.describe(
    "The exact number of [proxies](install.md#proxies) in front of the shop: 0 (`off`), 1 (`on`), 2 and so on.",
  ),
  METRICS_PORT: port
    .optional()
    .describe("Serves [health checks](run.md#health) and Prometheus [metrics](run.md#metrics) at `/metrics`."),
  METRICS_HOST: filled
    .default("127.0.0.1")
    .describe("The address for `METRICS_PORT`. Let only your load balancer and your metrics collector reach it."),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("Requests are logged at `info`, health checks at `debug`."),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      "Where an OpenTelemetry collector receives [traces](run.md#traces), for example `http://collector.example:4318`.",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe("The share of requests to trace."),
  OTEL_PROPAGATE: onOff().describe("`on`: upstream calls carry `traceparent`."),
  WEB_VITALS: onOff("on").describe("`off`: browsers report no Core Web Vitals. Without `METRICS_PORT` they never do."),
  MAX_IN_FLIGHT: whole(1, 100_000, 1_000).describe(
    "Concurrent page renders above which [load is shed](alerts.md#requestsshed); forms get an eighth of it " +
      "(behaviour 13.22).",
  ),
  MAX_LAG_MS: whole(10, 60_000, 250).describe(
    "Load is shed when, for most of a second, more than 64 renders wait and the next one has waited longer than this.",
  ),
  // Load balancers of large providers keep an idle connection open for 600 s.
  KEEP_ALIVE_MS: whole(1_000, 86_400_000, 620_000).describe(
    "How long an idle connection stays open. Must be longer than [your proxy](install.md#proxies) keeps it open.",
  ),
  DRAIN_DELAY_MS: whole(0, 300_000, 5_000).describe(
    "How long `/readyz` returns 503 before a shutdown stops accepting connections. Must be longer than your load " +
      "balancer takes to notice.",
  ),
};

const STORE = {
  REDIS_URL: redisAddress
    .optional()
    .describe(
      "A [Redis](backup.md#redis) to use instead of the store's file, for instances on several machines: " +
        "`redis://127.0.0.1:6379`, or Sentinels.",
    ),
  REDIS_SENTINEL_PASSWORD: z.string().optional().describe("The Sentinels' own password, if they have one."),
  DATA_DIR: filled
    .default(".data")
    .describe("The folder of the store's file and of cached pictures, absolute or relative to the working directory."),
  WITNESS_DIR: filled
    .optional()
    .describe(
      "The folder of the file's [witness](backup.md#stored-data): in memory, shared by all processes that use the file, " +
        "and never backed up. If unset, `RUNTIME_DIRECTORY`, else `/dev/shm`.",
    ),
};

const UPSTREAM = {
  UPSTREAM_POOLS: poolSizes.describe(
    "Connections to the upstream per purpose; list only those you change (behaviour 7.60).",
  ),
  STORAGE_PRODUCT: word.default("storage").describe("`{product}` in the paths `/fe-{product}-api`."),
  SITE_CONFIG_KEY: word
    .default("merchant-config-h5")
    .describe("The key under which the platform keeps the website configuration."),
  MINER_ATTR_KV_KEY: word
    .default("miner-attr-h5")
    .describe("The key under which the platform keeps the miners' attributes."),
  HEADER_LANGUAGE: headerName.default("exchange-language").describe("The header that carries the language."),
  HEADER_CLIENT: headerName.default("exchange-client").describe("The header that carries the client type."),
  HEADER_TOKEN: headerName.default("exchange-token").describe("The header that carries the session token."),
  HEADER_ADDRESS: headerName
    .optional()
    .describe(
      "The header for the visitor's address (of IPv6, its /64), for example `X-Forwarded-For`. If unset, the platform's " +
        "limits per address count all visitors as one.",
    ),
  SESSION_TOKEN: z
    .enum(["first", "confirmed"])
    .default("first")
    .describe(
      "Which token becomes the session: `first` (of `login_in`) or `confirmed` (`token`, else `quicktoken`, of " +
        "`confirm_login`).",
    ),
  ORDER_STATUS: statusMap(ORDER_STATUSES, "0:paid,1:pending,2:mining,3:ended").describe(
    "What the upstream's order status numbers mean. Numbers not listed get a neutral label (decision 0015).",
  ),
  DEPOSIT_STATUS: statusMap(DEPOSIT_STATUSES, "0:unconfirmed,1:completed,2:exception").describe(
    "The same for the status of deposits.",
  ),
  PAY_ROUNDING: z
    .enum(["down", "up", "half-up"])
    .default("down")
    .describe("How quantity × price is rounded at 8 decimals. It must match how the upstream rounds."),
  PROFIT_RATIO_PERIOD: z
    .enum(["cycle", "year"])
    .optional()
    .describe("The period of the upstream's profit ratio. If unset, pages say that it is not stated."),
  PROFIT_RATIO_MEANING: z
    .enum(["return", "output"])
    .optional()
    .describe(
      "What the ratio means: `return` (profit on top of the price, after the fee) or `output` (what is mined, before " +
        "the fee). Unless both `PROFIT_RATIO_…` are set, pages estimate no amount (behaviour 2.28).",
    ),
};

const VISITORS = {
  PURCHASES: onOff("on").describe(
    "`off`: nothing can be bought. To stop without a restart: [stopping purchases](run.md#stopping-purchases).",
  ),
  WEB_LOGIN: z
    .enum(["enabled", "app-only"])
    .default("enabled")
    .describe("`app-only`: sign-in leads to the app (decision 0021)."),
  MAIN_SITE_ORIGIN: origin.optional().describe("The site to which a desktop browser is redirected on its first visit."),
  DESKTOP_REDIRECT: onOff().describe(
    "`on`, without `MAIN_SITE_ORIGIN`: redirects desktop browsers to `www.` plus the last two labels of `PUBLIC_ORIGIN`'s host.",
  ),
  LINK_PLACEHOLDER: z.string().default("").describe("Links with this value are hidden, like empty ones, `#` and `-`."),
  DEMO: onOff().describe("`on`: every page says that this is a demo without real money. `npm run demo` sets it."),
  BLOCK_PINCH_ZOOM: onOff().describe("`on`: blocks pinch zoom as well as double-tap zoom."),
  IMAGE_PROXY: onOff("on").describe("`off`: browsers load [pictures](run.md#pictures) from their own hosts."),
  IMAGE_HOSTS: originList.describe(
    "Origins of [pictures](run.md#pictures), separated by commas or spaces. Origins with http or on private networks " +
      "must be listed. If neither this nor `IMAGE_BASE_URL` is set, any https host is allowed.",
  ),
  IMAGE_BASE_URL: folder
    .optional()
    .describe("The base of relative picture addresses. If unset, the origin of `UPSTREAM_URL`."),
  PAGE_CACHE: onOff("on").describe("`off`: no [page cache](run.md#page-cache)."),
  SERVICE_WORKER: onOff("on").describe(
    "`off`: browsers remove the service worker and its cached pages on their next visit.",
  ),
  CONTENT_DIR: filled
    .optional()
    .describe("The folder of your [brand](brand.md): legal texts, texts, colours, company."),
};

const CAPTCHA = {
  CAPTCHA_SLIDER_SRC: scriptSource
    .optional()
    .describe("The slider's script (kind 1), then other origins that it loads from, separated by commas or spaces."),
  CAPTCHA_CHALLENGE_ORIGINS: originList.describe(
    "Origins of the challenge (kind 2), separated by commas or spaces, preferred one first.",
  ),
  CAPTCHA_MONITOR_URL: url.optional().describe("The address that gets a report when all challenge hosts fail."),
};

const SYSTEMD = {
  RUNTIME_DIRECTORY: filled.optional().describe("See `WITNESS_DIR`."),
  JOURNAL_STREAM: filled.optional().describe("If set, each log line carries its priority."),
};

/** The variables by heading in docs/operate/environment.md. */
export const VARIABLES: Record<string, Record<string, z.ZodTypeAny>> = {
  Required: REQUIRED,
  Server: SERVER,
  Storage: STORE,
  "Upstream (the doctor finds most of these)": UPSTREAM,
  Shop: VISITORS,
  "Captcha providers": CAPTCHA,
  "Set by systemd": SYSTEMD,
};

const schema = z.object({ ...REQUIRED, ...SERVER, ...STORE, ...UPSTREAM, ...VISITORS, ...CAPTCHA, ...SYSTEMD });

export type Env = z.infer<typeof schema>;

/** A variable's description as plain text; links become paths of documents. */
export function purposeOf(name: string): string {
  const { description = "" } = (schema.shape as Record<string, z.ZodTypeAny>)[name] ?? {};
  return description.replace(
    /\[([^[\]]+)\]\(([^()]+)\)/g,
    (_, words: string, target: string) => `${words} (docs/operate/${target})`,
  );
}

export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/** Parses the variables; empty ones count as missing. Throws an EnvironmentError that names each faulty variable. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = givenIn(variables);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${name in given ? issue.message : "is missing"}\n    ${purposeOf(name)}`;
  });
  throw new EnvironmentError(`The environment is incomplete:\n${[...new Set(faults)].join("\n")}`);
}

const SECRET = new Set(["SESSION_SECRET", "REDIS_SENTINEL_PASSWORD"]);

/**
 * Returns the variables that have a value, without the line break that Windows files end with, and without the quotes
 * that `docker run --env-file` leaves: a quoted `DATA_DIR` would be another folder. A secret keeps its quotes.
 */
function givenIn(variables: Record<string, string | undefined>): Record<string, string> {
  const plain = Object.entries(variables).map(([name, value = ""]) => {
    const trimmed = value.trim();
    return [name, SECRET.has(name) ? trimmed : trimmed.replace(/^(["'])(.*)\1$/s, "$2")] as const;
  });
  return Object.fromEntries(plain.filter(([, value]) => value !== ""));
}

/** Returns one line for each variable as it would be used, with secrets hidden, for `npm run env:check`. */
export function describeEnv(variables: Record<string, string | undefined> = process.env): string {
  const used: Record<string, unknown> = readEnv(variables);
  const given = givenIn(variables);
  const lineOf = (name: string) => `${name}=${shownValue(name, used[name])}${name in given ? "" : "  (default)"}`;
  return Object.keys(schema.shape).map(lineOf).join("\n");
}

function shownValue(name: string, value: unknown): string {
  if (value === undefined) return "";
  if (SECRET.has(name)) return "(hidden)";
  if (typeof value === "boolean") return value ? "on" : "off";
  // Maps are written as in the environment: `0:paid,1:pending`.
  if (value instanceof Map) return [...value].map((pair) => pair.join(":")).join();
  // A password in REDIS_URL may contain a slash; the path of any other URL may contain an `@`.
  const user = name === "REDIS_URL" ? /^([^/]*\/\/).*@/s : /^(.*?\/\/)[^/]*@/s;
  if (typeof value !== "object" || Array.isArray(value)) return String(value).replace(user, "$1(hidden)@");
  return shownValue(name, new Map(Object.entries(value ?? {})));
}

let current: Env | undefined;

/** The operator's definition of the profit ratio. Pages estimate amounts only if both parts are set. */
export interface RatioSense {
  period: Env["PROFIT_RATIO_PERIOD"];
  meaning: Env["PROFIT_RATIO_MEANING"];
}

/** The definition that texts use. Both parts are undefined if the environment has not been read. */
export const ratioSense = (): RatioSense => ({
  period: current?.PROFIT_RATIO_PERIOD,
  meaning: current?.PROFIT_RATIO_MEANING,
});

export function env(): Env {
  return (current ??= readEnv(process.env));
}

export function variable(name: "CONTENT_DIR" | "REDIS_URL" | "JOURNAL_STREAM"): string | undefined {
  return givenIn(process.env)[name];
}

/** Reads the environment again for a command that may lack variables: `needed` are defaults, `fixed` override. */
export function completeEnv(needed: Record<string, string> = {}, fixed: Record<string, string> = {}): Env {
  return (current = readEnv({ ...needed, ...givenIn(process.env), ...fixed }));
}

/** Creates a value once for each environment, because data of one upstream must not be used for another. */
export function perEnv<T>(make: (settings: Env) => T): () => T {
  const made = new WeakMap<Env, T>();
  return () => {
    const settings = env();
    let own = made.get(settings);
    if (own === undefined) made.set(settings, (own = make(settings)));
    return own;
  };
}

// Every program loads this module, even stock `remix-serve`, so the log is set up here.
setLog(() => createLog(env().LOG_LEVEL, undefined, env().JOURNAL_STREAM));
