import { forgetEnv } from "~server/env";

/**
 * Runs something under other environment variables, and puts the old ones back after it.
 *
 * @param variables name to value; `undefined` unsets
 * @returns what `run` returns
 */
export async function withEnv<T>(
  variables: Record<string, string | undefined>,
  run: () => T | Promise<T>,
): Promise<Awaited<T>> {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  setEnv(variables);
  try {
    return await run();
  } finally {
    setEnv(before);
  }
}

/** Sets environment variables (`undefined` unsets) and makes `env()` read them again. */
export function setEnv(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
}
