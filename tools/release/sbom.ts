import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { shippedPackages } from "./packages";

const bill = z
  .object({
    metadata: z.object({ component: z.object({ name: z.string() }).passthrough() }).passthrough(),
    components: z.array(z.object({ "bom-ref": z.string(), name: z.string(), version: z.string() }).passthrough()),
    dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
  })
  .passthrough();

/** Returns npm's bill of materials (CycloneDX), made reproducible and without packages that are not shipped. */
export function sbomOf(root: string, epochS: number): { text: string; components: number } {
  // With `--omit dev`, npm also drops packages that a development package needs too, such as React.
  const command = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const written = execFileSync("npm", command, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const all = bill.parse(JSON.parse(written));
  const shipped = new Set(shippedPackages(root).map(({ name, version }) => `${name}@${version}`));
  const components = all.components.filter((each) => shipped.has(`${each.name}@${each.version}`));
  const project = z.object({ name: z.string() }).parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  const own = all.metadata.component["bom-ref"];
  const refs = new Set([own, ...components.map((each) => each["bom-ref"])]);
  const bom = {
    ...all,
    // npm names the project after its folder.
    metadata: {
      ...all.metadata,
      timestamp: new Date(epochS * 1000).toISOString(),
      component: { ...all.metadata.component, name: project.name },
    },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  };
  // npm's serial number is random; this one depends on the contents.
  const digest = createHash("sha256")
    .update(JSON.stringify({ ...bom, serialNumber: "" }))
    .digest("hex");
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return {
    text: `${JSON.stringify({ ...bom, serialNumber: `urn:uuid:${uuid}` }, null, 2)}\n`,
    components: components.length,
  };
}
