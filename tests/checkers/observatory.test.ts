import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SITE } from "../support/proxied";
import { HAS_NGINX, startNginx } from "../support/shipped-nginx";
import { storefrontBehind } from "../support/storefront-behind-proxy";

/** MDN's observatory expects a site at ports 80 and 443: this process maps them to the ports of our nginx. */
const SCAN = `
  import net from "node:net";
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    const options = [args[0]].flat()[0];
    const port = Number(options.port) === 443 ? process.env.HTTPS_PORT : process.env.HTTP_PORT;
    Object.assign(options, { host: "127.0.0.1", port: Number(port) });
    return connect.apply(this, args);
  };
  const { scan } = await import("@mdn/mdn-http-observatory");
  const { scan: { grade, score }, tests } = await scan(process.env.SITE);
  const failed = Object.values(tests).filter(({ pass }) => !pass).map(({ name, result }) => name + ": " + result);
  console.log(JSON.stringify({ grade, score, failed }));
  process.exit();
`;

/** Replaces the HSTS preload list, which its installation would download; our site is not on it. */
const PRELOADED = join(import.meta.dirname, "node_modules/@mdn/mdn-http-observatory/conf/hsts-preload.json");

test.skipIf(!HAS_NGINX)("behind nginx MDN's observatory gives A+", async ({ onTestFinished }) => {
  writeFileSync(PRELOADED, "{}");
  const { proxy } = await storefrontBehind((port) => startNginx([port, port]), onTestFinished);
  const output = await new Promise<string>((resolve) => {
    const env = {
      ...process.env,
      SITE,
      HTTPS_PORT: String(proxy.port),
      HTTP_PORT: String(proxy.httpPort),
      // The certificate is self-signed.
      NODE_EXTRA_CA_CERTS: join(proxy.folder, "site.crt"),
    };
    execFile(
      process.execPath,
      ["--input-type=module", "-e", SCAN],
      { cwd: import.meta.dirname, env },
      (_, out, errors) => resolve(out + errors),
    );
  });
  expect(output).toMatch(/"grade":"A\+"/);
  expect(output).toContain('"failed":[]');
});
