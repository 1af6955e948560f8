import { completeEnv } from "~server/env";

/** Variables of a storefront that the machine may have set and that must not affect the tests. */
const STOREFRONT_VARIABLES: ReadonlySet<string> = new Set([
  ...["NODE_ENV", "PORT", "HOST", "PUBLIC_ORIGIN", "UPSTREAM_URL", "SESSION_SECRET", "STORAGE_PRODUCT"],
  ...["SITE_CONFIG_KEY", "MINER_ATTR_KV_KEY", "HEADER_LANGUAGE", "HEADER_CLIENT", "HEADER_TOKEN", "WEB_LOGIN"],
  "HEADER_ADDRESS",
  ...["MAIN_SITE_ORIGIN", "DESKTOP_REDIRECT", "TRUST_PROXY", "REDIS_URL", "METRICS_PORT", "METRICS_HOST", "DATA_DIR"],
  ...["CONTENT_DIR", "WITNESS_DIR", "RUNTIME_DIRECTORY", "JOURNAL_STREAM", "REDIS_SENTINEL_PASSWORD"],
  ...["ORDER_STATUS", "DEPOSIT_STATUS", "PAY_ROUNDING", "LINK_PLACEHOLDER", "BLOCK_PINCH_ZOOM", "CAPTCHA_SLIDER_SRC"],
  ...["CAPTCHA_CHALLENGE_ORIGINS", "CAPTCHA_MONITOR_URL", "IMAGE_HOSTS", "IMAGE_BASE_URL", "IMAGE_PROXY"],
  ...["PROFIT_RATIO_PERIOD", "PROFIT_RATIO_MEANING"],
  ...["DRAIN_DELAY_MS", "LOG_LEVEL", "PAGE_CACHE", "PURCHASES", "WEB_VITALS"],
  ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER_ARG", "OTEL_PROPAGATE"],
]);

type Variables = Readonly<Record<string, string | undefined>>;

const machineVariables: Variables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !STOREFRONT_VARIABLES.has(name)),
);

/** Sets the environment of a test file: these variables, and the machine's except those of a storefront. */
export function resetEnvironment(variables: Variables): void {
  restoreEnvironment({ ...machineVariables, ...variables });
}

/** The environment before the first change by the current test; undefined if it has changed nothing. */
let before: Variables | undefined;

/** Saves the environment; `undoEnvironment` undoes later changes. */
export function saveEnvironment(): void {
  before = undefined;
}

/** Restores the environment that `saveEnvironment` saved. */
export function undoEnvironment(): void {
  if (before) restoreEnvironment(before);
  before = undefined;
}

/** Makes the environment equal to this one. */
function restoreEnvironment(variables: Variables): void {
  const added = Object.keys(process.env).filter((name) => variables[name] === undefined);
  setEnv({ ...Object.fromEntries(added.map((name) => [name, undefined])), ...variables });
}

/**
 * Runs a function with other environment variables, and restores the old ones afterwards.
 *
 * @param variables values by name; `undefined` unsets one
 * @returns what `run` returns
 */
export async function withEnv<T>(variables: Variables, run: () => T | Promise<T>): Promise<Awaited<T>> {
  const earlier = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  setEnv(variables);
  try {
    return await run();
  } finally {
    setEnv(earlier);
  }
}

/**
 * Sets environment variables (`undefined` unsets one) and makes `env()` read them again. Changes by a test are undone
 * after the test, and changes by a file after the file.
 */
export function setEnv(variables: Variables): void {
  before ??= { ...process.env };
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  completeEnv(OF_A_JOURNEY);
}

/** The variables for a journey's process, which does not have a storefront's environment. */
const OF_A_JOURNEY = {
  PUBLIC_ORIGIN: "http://127.0.0.1",
  UPSTREAM_URL: "http://127.0.0.1",
  SESSION_SECRET: "the storefront of a journey has another one",
};

/** Clears the upstream's responses and failures, as a new process would. */
export function beginAnew(): void {
  setEnv({});
}
