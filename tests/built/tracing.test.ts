import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { startPeer } from "@storefront/test-support/peer";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";

/** The built storefront exports traces with OpenTelemetry's packages, which the bundle does not contain. */
test("a request and its calls are exported under their path patterns only", async ({ onTestFinished }) => {
  const [collector, sandbox] = await Promise.all([startPeer(), startSandbox()]);
  onTestFinished(() => Promise.all([collector.close(), sandbox.close()]).then(() => undefined));
  const dataDir = freshFolder("storefront-tracing");
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = {
    ...sandboxedVariables({ port: await freePort(25_900), sandboxUrl: sandbox.url }),
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret-of-the-collector",
    OTEL_PROPAGATE: "on",
  };
  const storefront = await startStorefront({ env });
  const traceOfAStranger = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
  await fetch(`${storefront.url}/Index/Power?q=typed-by-a-visitor`, { headers: traceOfAStranger });
  await fetch(`${storefront.url}/PowerProductDetail/nothing-here`);
  await fetch(`${storefront.url}/healthz`);
  expect(await storefront.stop()).toBe(0);

  const sent = collector.requests.map(({ body }) => body).join("\n");
  expect(collector.requests.map(({ path }) => path)).toContain("/v1/traces");
  expect(collector.requests[0]?.headers["authorization"]).toBe("secret-of-the-collector");
  expect(sent).toContain('"GET /Index/Power"');
  expect(sent).toContain('"GET /PowerProductDetail/*"');
  expect(sent).toContain('"upstream.outcome"');
  for (const never of ["typed-by-a-visitor", "nothing-here", "healthz", "0af7651916cd43dd8448eb211c80319c"]) {
    expect(sent).not.toContain(never);
  }
  expect(storefront.output()).not.toContain("secret-of-the-collector");
});
