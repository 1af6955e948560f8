import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SERVER_BUILD } from "./built";

const REMIX_SERVE = fileURLToPath(new URL("../../node_modules/.bin/remix-serve", import.meta.url));
const START_DEADLINE_MS = 30_000;
const POLL_EVERY_MS = 50;

/**
 * Runs the build in stock `remix-serve`, without this product's own server.
 *
 * @param variables as `sandboxedVariables` gives them
 * @returns its address, and a function that ends it
 * @throws Error with what it wrote, when it ends or accepts no connection within 30 s
 */
export async function startStockServer(
  variables: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = variables.PUBLIC_ORIGIN ?? "";
  const child = spawn(REMIX_SERVE, [SERVER_BUILD], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...variables, NODE_ENV: "production", PATH: process.env.PATH },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await ended;
    }
  };
  const giveUpAtMs = Date.now() + START_DEADLINE_MS;
  while (!(await accepts(url))) {
    if (child.exitCode !== null || Date.now() > giveUpAtMs) {
      await stop();
      throw new Error(`remix-serve did not start at ${url}:\n${output}`);
    }
    await new Promise((resume) => setTimeout(resume, POLL_EVERY_MS));
  }
  return { url, stop };
}

async function accepts(url: string): Promise<boolean> {
  return fetch(new URL("/robots.txt", url)).then(
    async (response) => {
      await response.arrayBuffer();
      return true;
    },
    () => false,
  );
}
