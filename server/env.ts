import { createLog, setLog } from "@storefront/observability/log";
import { z } from "zod";
import { readRedisAddress } from "@storefront/store/redis-address";

/** The environment. The one reader of `process.env`. */

const POOL_SIZES = {
  public: 64,
  account: 256,
  money: 128,
  upload: 16,
  codes: 32,
};
/** Load is shed beyond this many rendered pages at a time, or this lag of the event loop. */
const IN_FLIGHT_MAX = 1_000;
const LAG_MAX_MS = 250;
/** How long a shutdown reports itself not ready before it stops accepting connections. */
const DRAIN_DELAY_MS = 5_000;
/** Longer than balancers of large providers keep an idle connection, 600 s. */
const KEEP_ALIVE_MS = 620_000;

const url = z
  .string()
  .refine((value) => /^https?:/i.test(value) && URL.canParse(value), "must be an http or https address");

const origin = url.transform((value) => new URL(value).origin);

/** Refuses anything beside the origin, which would be dropped silently. */
const bareOrigin = url
  .refine((value) => /^[^/]+\/\/[^/?#@]+\/?$/.test(value), "must be an origin alone, without a path, query or user")
  .transform((value) => new URL(value).origin);

/** With its last slash: paths are resolved below it. */
const folder = url
  .refine((value) => !/^[^/]*\/\/[^/]*@/.test(value), "must not hold a password")
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

/** Our proxies in front; `on` is one. */
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

/** Reads `0:paid,1:pending`: the upstream's values and their labels. */
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

/** Reads `public:64,money:16`; the others keep their defaults. */
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

/** Placeholders for a secret in examples, which everybody knows. */
const EXAMPLE_SECRET = /change.?me|replace.?me|your.?secret/i;

/**
 * A description is Markdown, as a part of docs/operations.md. The table there, `.env.example` and the message of a
 * failed start are made of it.
 */
const REQUIRED = {
  PUBLIC_ORIGIN: bareOrigin.describe(
    "The storefront's own origin, as visitors type it. Another Host is answered 421; https turns on HSTS, Secure " +
      "cookies and the `__Host-` prefix; links for use elsewhere (invitations) begin with it.",
  ),
  UPSTREAM_URL: url.transform((value) => value.replace(/\/+$/, "")).describe("The upstream's base address."),
  SESSION_SECRET: z
    .string()
    .transform((value) => value.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), "each secret must have at least 32 characters")
    .refine((secrets) => !secrets.some((secret) => EXAMPLE_SECRET.test(secret)), "is a secret of an example")
    .describe(
      "Encrypts and signs cookies. At least 32 characters, for instance from `openssl rand -base64 32`. Of several, " +
        "separated by commas, the first encrypts, and all of them decrypt: it is changed in [three steps](#secrets).",
    ),
};

const SERVER = {
  PORT: port.default(3000).describe("The port on which it listens."),
  HOST: filled.default("0.0.0.0").describe("The address on which it listens; `::` is IPv6 and IPv4 ([IPv6](#ipv6))."),
  TRUST_PROXY: proxyCount.describe(
    "How many of your proxies are in front of it: 0 (`off`), 1 (`on`), 2 and so on, never more than there are " +
      "([behind proxies](#behind-proxies)).",
  ),
  METRICS_PORT: port
    .optional()
    .describe("Prometheus metrics at `http://METRICS_HOST:METRICS_PORT/metrics`. Unset, there are none."),
  METRICS_HOST: filled
    .default("127.0.0.1")
    .describe(
      "The address of the metrics. Another than loopback is for a collector elsewhere; nobody else may reach it.",
    ),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("A line for each request is at `info`, health checks at `debug`."),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      "Where an OpenTelemetry collector takes traces (`http://collector.example:4318`). Unset, none are made " +
        "([traces](#traces)).",
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe("The share of traces that are made."),
  OTEL_PROPAGATE: onOff().describe("`on`: upstream calls carry the trace (`traceparent`)."),
  WEB_VITALS: onOff("on").describe(
    "`off`: browsers report no Core Web Vitals, as without `METRICS_PORT` ([Core Web Vitals](#core-web-vitals)).",
  ),
  MAX_IN_FLIGHT: whole(1, 100_000, IN_FLIGHT_MAX).describe(
    "Pages rendered at a time, from which load is shed; an eighth of it limits forms (behaviour 13.22).",
  ),
  MAX_LAG_MS: whole(10, 60_000, LAG_MAX_MS).describe(
    "Milliseconds that the event loop or the next render is late, from which load is shed (behaviour 13.22).",
  ),
  KEEP_ALIVE_MS: whole(1_000, 86_400_000, KEEP_ALIVE_MS).describe(
    "Milliseconds for which an idle connection stays open: longer than the proxy in front keeps one " +
      "([idle connections](#idle-connections)).",
  ),
  DRAIN_DELAY_MS: whole(0, 300_000, DRAIN_DELAY_MS).describe(
    "Milliseconds for which a shutdown reports itself not ready before it stops accepting connections: longer than " +
      "a balancer takes to notice (behaviour 13.23).",
  ),
};

const STORE = {
  REDIS_URL: redisAddress
    .optional()
    .describe(
      "A Redis instead of the store's file, for instances on several machines: one primary " +
        "(`redis://127.0.0.1:6379`), or Sentinels ([Redis](#redis)).",
    ),
  REDIS_SENTINEL_PASSWORD: z.string().optional().describe("The Sentinels' own password."),
  DATA_DIR: filled
    .default(".data")
    .describe(
      "The store's file, pictures, and the sandbox's database. An absolute path, or one relative to the folder that " +
        "the server is started in.",
    ),
  WITNESS_DIR: filled
    .optional()
    .describe(
      "Where the store's file has its witness ([stored data](#stored-data)): in memory, shared by the " +
        "processes that share the file, outside of `DATA_DIR` and of every backup. Unset, `RUNTIME_DIRECTORY`, else " +
        "`/dev/shm`.",
    ),
};

const UPSTREAM = {
  UPSTREAM_POOLS: poolSizes.describe(
    "Connections to the upstream for each purpose; name only those that differ (behaviour 7.60).",
  ),
  STORAGE_PRODUCT: word.default("storage").describe("`{product}` of the paths `/fe-{product}-api`."),
  SITE_CONFIG_KEY: word.default("merchant-config-h5").describe("The key of the website configuration."),
  MINER_ATTR_KV_KEY: word.default("miner-attr-h5").describe("The key of miners' attributes."),
  HEADER_LANGUAGE: headerName.default("exchange-language").describe("The header that carries the language."),
  HEADER_CLIENT: headerName.default("exchange-client").describe("The header that carries the client type."),
  HEADER_TOKEN: headerName.default("exchange-token").describe("The header that carries the session token."),
  SESSION_TOKEN: z
    .enum(["first", "confirmed"])
    .default("first")
    .describe(
      "Which token is the session: `first` (of `login_in`, once it is confirmed) or `confirmed` (the `token`, else the " +
        "`quicktoken`, that `confirm_login` sends).",
    ),
  ORDER_STATUS: statusMap(ORDER_STATUSES, "0:paid,1:pending,2:mining,3:ended").describe(
    `What the upstream's numbers mean for an order, with the labels ${ORDER_STATUSES.join(", ")}. A value that is ` +
      "not listed shows a neutral label (decision 0015).",
  ),
  DEPOSIT_STATUS: statusMap(DEPOSIT_STATUSES, "0:unconfirmed,1:completed,2:exception").describe(
    `Likewise for a deposit, with the labels ${DEPOSIT_STATUSES.join(", ")}.`,
  ),
  PAY_ROUNDING: z
    .enum(["down", "up", "half-up"])
    .default("down")
    .describe("How quantity × price is rounded at 8 decimals. Must agree with the upstream."),
  PROFIT_RATIO_PERIOD: z
    .enum(["cycle", "year"])
    .optional()
    .describe("What the upstream's profit ratio refers to. Unset, pages say that its period is not stated."),
  PROFIT_RATIO_MEANING: z
    .enum(["return", "output"])
    .optional()
    .describe(
      "What the ratio means: `return` (comes back on top of what was paid, the service fee already taken off) or " +
        "`output` (what is mined, before the fee). Unless both are set no amount is worked out " +
        "(behaviour 2.28).",
    ),
};

const VISITORS = {
  PURCHASES: onOff("on").describe(
    "`off`: products are shown, and nothing can be bought. Without a restart: " +
      "[stopping purchases](#stopping-purchases).",
  ),
  WEB_LOGIN: z
    .enum(["enabled", "app-only"])
    .default("enabled")
    .describe("`app-only`: the sign-in button and the user icon lead to the app (decision 0021)."),
  MAIN_SITE_ORIGIN: origin
    .optional()
    .describe("Where the first visit of a desktop browser is redirected (decision 0021)."),
  DESKTOP_REDIRECT: onOff().describe(
    "`on`, without `MAIN_SITE_ORIGIN`: it is redirected to `www.` and the last two parts of `PUBLIC_ORIGIN`'s host; " +
      "under a suffix such as co.uk set `MAIN_SITE_ORIGIN`; never if that host is an IP address or a single name.",
  ),
  LINK_PLACEHOLDER: z
    .string()
    .default("")
    .describe("A configured link that equals it is hidden, as are empty ones, `#` and `-`."),
  DEMO: onOff().describe("`on`: every page says that this is a demo without real money. `npm run demo` sets it."),
  BLOCK_PINCH_ZOOM: onOff().describe("`on`: pinch zoom is blocked as well as double-tap zoom (decision 0043)."),
  IMAGE_PROXY: onOff("on").describe(
    "`off`: browsers load pictures from where they are, and not through this site ([pictures](#pictures)).",
  ),
  IMAGE_HOSTS: originList.describe(
    "Origins that pictures may come from, separated by commas or spaces; those named may be on a private network, " +
      "and are asked over http too where addresses are sent at http. " +
      "With neither this nor `IMAGE_BASE_URL` set, any https address (decision 0073).",
  ),
  IMAGE_BASE_URL: folder
    .optional()
    .describe("What a picture's relative address is resolved against. Unset, the origin of `UPSTREAM_URL`."),
  PAGE_CACHE: onOff("on").describe("`off`: public pages are rendered for each visitor ([page cache](#page-cache))."),
  SERVICE_WORKER: onOff("on").describe(
    "`off`: browsers remove the worker and the pages that it cached, each with the next page that it opens " +
      "(behaviour 2.123).",
  ),
  CONTENT_DIR: filled
    .optional()
    .describe(
      "A folder with your own legal texts, texts, colours and company, read at the start " +
        "([white label](white-label.md)).",
    ),
};

const CAPTCHA = {
  CAPTCHA_SLIDER_SRC: scriptSource
    .optional()
    .describe(
      "The script of the slider (kind 1); after it, separated by commas or spaces, other origins that it loads from.",
    ),
  CAPTCHA_CHALLENGE_ORIGINS: originList.describe(
    "Origins of the challenge (kind 2), separated by commas or spaces, the preferred one first.",
  ),
  CAPTCHA_MONITOR_URL: url.optional().describe("Receives a report when all hosts of the challenge fail."),
};

const SYSTEMD = {
  RUNTIME_DIRECTORY: filled.optional().describe("From `RuntimeDirectory=`, see `WITNESS_DIR`."),
  JOURNAL_STREAM: filled.optional().describe("Set where standard output is the journal ([logs](#logs))."),
};

/** By heading of the documents. */
export const VARIABLES: Record<string, Record<string, z.ZodTypeAny>> = {
  "Without these the server does not start": REQUIRED,
  "The server": SERVER,
  "What outlives a process": STORE,
  "How the upstream is called; `npm run doctor -- URL` finds most of it out": UPSTREAM,
  "What visitors meet": VISITORS,
  "Captcha providers; needed only where the upstream asks for a captcha": CAPTCHA,
  "Set by systemd": SYSTEMD,
};

const schema = z.object({ ...REQUIRED, ...SERVER, ...STORE, ...UPSTREAM, ...VISITORS, ...CAPTCHA, ...SYSTEMD });

export type Env = z.infer<typeof schema>;

/** A variable's description in plain text, with the paths of linked documents. */
export function purposeOf(name: string): string {
  const { description = "" } = (schema.shape as Record<string, z.ZodTypeAny>)[name] ?? {};
  return description.replace(
    /\[[^\]]+\]\(([^)#]*)([^)]*)\)/g,
    (_, file: string, anchor: string) => `docs/${file || "operations.md"}${anchor}`,
  );
}

export class EnvironmentError extends Error {
  override name = "EnvironmentError";
}

/** Empty values count as missing. Throws an EnvironmentError that names each variable at fault. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = givenIn(variables);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${name in given ? issue.message : "is missing"}\n    ${purposeOf(name)}`;
  });
  throw new EnvironmentError(`The environment is not complete:\n${[...new Set(faults)].join("\n")}`);
}

const SECRET = new Set(["SESSION_SECRET", "REDIS_SENTINEL_PASSWORD"]);

/**
 * The variables that have a value. A file with Windows line ends and a secret made with `echo` have a line end in it,
 * and `docker run --env-file` leaves quotes, which systemd takes off: `DATA_DIR` would be another folder, with a store
 * of its own. Quotes of a secret may be its own.
 */
function givenIn(variables: Record<string, string | undefined>): Record<string, string> {
  const plain = Object.entries(variables).map(([name, value = ""]) => {
    const trimmed = value.trim();
    return [name, SECRET.has(name) ? trimmed : trimmed.replace(/^(["'])(.*)\1$/s, "$2")] as const;
  });
  return Object.fromEntries(plain.filter(([, value]) => value !== ""));
}

/** For `npm run env:check`: a line for each variable as it would be used, secrets hidden. */
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
  // In the format of the variables: lists, and pairs.
  if (value instanceof Map) return [...value].map((pair) => pair.join(":")).join();
  if (typeof value !== "object" || Array.isArray(value)) return String(value).replace(/\/\/[^/]*@/, "//(hidden)@");
  return shownValue(name, new Map(Object.entries(value ?? {})));
}

let current: Env | undefined;

/** PROFIT_RATIO_MEANING, for texts, which are read without the rest of the environment too. */
export function ratioMeaning(): Env["PROFIT_RATIO_MEANING"] {
  if (current) return current.PROFIT_RATIO_MEANING;
  const meaning = variable("PROFIT_RATIO_MEANING");
  return meaning === "return" || meaning === "output" ? meaning : undefined;
}

export function env(): Env {
  return (current ??= readEnv(process.env));
}

/** One variable, read without checking the others. */
export function variable(
  name: "CONTENT_DIR" | "REDIS_URL" | "JOURNAL_STREAM" | "PROFIT_RATIO_MEANING",
): string | undefined {
  return givenIn(process.env)[name];
}

/** Reads it anew, for a command without a complete environment: `needed` are defaults, `fixed` always win. */
export function completeEnv(needed: Record<string, string> = {}, fixed: Record<string, string> = {}): Env {
  return (current = readEnv({ ...needed, ...givenIn(process.env), ...fixed }));
}

/**
 * Makes what belongs to one environment, once for each: what an upstream has answered says nothing about another.
 *
 * @returns the current environment's
 */
export function perEnv<T>(make: (settings: Env) => T): () => T {
  const made = new WeakMap<Env, T>();
  return () => {
    const settings = env();
    let own = made.get(settings);
    if (own === undefined) made.set(settings, (own = make(settings)));
    return own;
  };
}

// Every program of this product reads this module, also under stock `remix-serve`.
setLog(() => createLog(env().LOG_LEVEL, undefined, env().JOURNAL_STREAM));
