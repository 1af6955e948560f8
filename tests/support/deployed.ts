import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";

/** The files of `deploy/`, for tests that compare them with the code. */

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DEPLOY = join(ROOT, "deploy");

/** Returns the text of a file of the project. */
export const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Returns the paths of all files of `deploy/` whose names have one of these endings. */
export function deployFiles(...endings: string[]): string[] {
  return readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .sort();
}

/** Returns the single document of a YAML file. */
export const yamlOf = (path: string): unknown => parse(textOf(path), { merge: true, strict: true });

/** The fields of a Kubernetes object that tests read. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata?: { name?: string; namespace?: string };
}

/** Returns the documents of the manifests, with the paths of their files. */
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

/** Returns the only object of a kind. */
export function manifestOf(kind: string): Manifest {
  const found = manifests().find(({ manifest }) => manifest.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  return found.manifest;
}

/** A PromQL expression of the dashboard or the alerts, and its owner. */
export interface Asked {
  where: string;
  expr: string;
}

interface AlertFile {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { runbook: string } }[];
  }[];
}

export const alerts = () => (yamlOf("deploy/prometheus/alerts.yml") as AlertFile).groups.flatMap(({ rules }) => rules);

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
  annotations: { list: { name: string; expr: string }[] };
}

/** Returns every PromQL expression in the alerts and the dashboard. */
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
