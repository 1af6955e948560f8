import { spawn } from "node:child_process";
import { once } from "node:events";
import { startDemoSandbox } from "~tools/demo/sandbox";
import { freePort, sandboxedVariables } from "~tools/demo/storefront-process";

const sandbox = await startDemoSandbox(process.env["DATA_DIR"] || ".data");
const port = await freePort(Number(process.env["PORT"] || 3000));
console.log(`\n  Sandbox ${sandbox.url}, inbox ${sandbox.url}/inbox\n`);

const vite = spawn("remix", ["vite:dev", "--host", "127.0.0.1", "--port", String(port), "--strictPort"], {
  // A developer may override each of them.
  env: { ...sandboxedVariables({ port, sandboxUrl: sandbox.url }), ...process.env, NODE_ENV: "development" },
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => vite.kill(signal));
const [exitCode] = (await once(vite, "exit")) as [number | null];
await sandbox.close();
process.exit(exitCode ?? 0);
