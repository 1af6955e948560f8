import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";

/** The files of `deploy/`, for the tests that hold them against the code. */

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DEPLOY = join(ROOT, "deploy");

/** The text of a file of the project. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** All files of `deploy/` whose names end so, by their path in the project. */
export function deployFiles(...endings: string[]): string[] {
  return readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}

/** A YAML file as its one document. */
export const yamlOf = (path: string): unknown => parse(textOf(path), { merge: true, strict: true });

/** An object of Kubernetes, as far as the tests look into it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata?: { name?: string; namespace?: string };
}

/** The documents of the manifests, with the files that they are in. */
export function manifests(): { path: string; manifest: Manifest }[] {
  return deployFiles(".yaml")
    .filter((path) => path.startsWith("deploy/kubernetes/") && !path.endsWith("prometheus-adapter.yaml"))
    .flatMap((path) =>
      parseAllDocuments(textOf(path), { strict: true }).map((document) => {
        if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join("; ")}`);
        return { path, manifest: document.toJS() as Manifest };
      }),
    );
}

/** The one object of a kind. */
export function manifestOf(kind: string): Manifest {
  const found = manifests().find(({ manifest }) => manifest.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  return found.manifest;
}

/** The expressions of a dashboard or alerts, with their owners. */
export interface Asked {
  where: string;
  expr: string;
}

interface AlertFile {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { runbook: string } }[];
  }[];
}

/** The alerts. */
export const alerts = () => (yamlOf("deploy/prometheus/alerts.yml") as AlertFile).groups.flatMap(({ rules }) => rules);

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
  annotations: { list: { name: string; expr: string }[] };
}

/** Every expression that asks Prometheus something. */
export function askedOfPrometheus(): Asked[] {
  const dashboard = JSON.parse(textOf("deploy/grafana/storefront.json")) as Dashboard;
  return [
    ...alerts().map(({ alert, expr }) => ({ where: `alert ${alert}`, expr })),
    ...dashboard.annotations.list.map(({ name, expr }) => ({ where: `annotation ${name}`, expr })),
    ...dashboard.panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `panel ${title}`, expr })),
    ),
  ];
}
