import { copyProducts } from "@storefront/sandbox/catalogue";
import { SCENARIOS } from "@storefront/sandbox/scenarios";
import { fieldVariables } from "~tools/demo/sandbox";
import { startTestEnvironment, type TestEnvironment } from "./stage";

/** The address of a port on which nothing listens. */
const DEAD_UPSTREAM = "http://127.0.0.1:9";
/** The number of products in the long catalogue: nine pages of five. */
export const LONG_CATALOGUE = 43;
/** The first place of each kind of environment. A worker adds its own number. */
const PLACES = { plain: 0, noUpstream: 8, appOnly: 16, long: 24, brand: 40, field: 44 };

/** The environments of a worker. Each starts when a test first needs it, and ends with the worker. */
export interface TestEnvironments {
  /** The worker's own storefront on its own sandbox, so that its faults affect no other worker. */
  environment: TestEnvironment;
  /** A storefront whose upstream has never responded. */
  noUpstreamEnvironment: TestEnvironment;
  /** A storefront with `WEB_LOGIN=app-only` and metrics, where one of the configured links is the placeholder. */
  appOnlyEnvironment: TestEnvironment;
  /** A storefront with the content of the example brand. */
  brandEnvironment: TestEnvironment;
  /** A storefront on the scenario `field`, with the variables that the doctor finds for it. */
  fieldEnvironment: TestEnvironment;
  /** A storefront on an upstream with 43 products. */
  longEnvironment: TestEnvironment;
}

type TailOf<List extends unknown[]> = List extends [unknown, ...infer Tail] ? Tail : never;
type Provide<T> = (value: T) => Promise<void>;
type Fixture<T> = [(fixtures: object, provide: Provide<T>, worker: { parallelIndex: number }) => Promise<void>, Worker];
interface Worker {
  scope: "worker";
}

const environmentAt = (
  place: number,
  ...options: TailOf<Parameters<typeof startTestEnvironment>>
): Fixture<TestEnvironment> => [
  async ({}, provide, { parallelIndex }) => {
    const environment = await startTestEnvironment(place + parallelIndex, ...options);
    await provide(environment);
    await environment.stop();
  },
  { scope: "worker" },
];

export const ENVIRONMENT_FIXTURES: { [Name in keyof TestEnvironments]: Fixture<TestEnvironments[Name]> } = {
  environment: environmentAt(PLACES.plain),
  noUpstreamEnvironment: environmentAt(PLACES.noUpstream, { UPSTREAM_URL: DEAD_UPSTREAM }),
  appOnlyEnvironment: environmentAt(PLACES.appOnly, {
    WEB_LOGIN: "app-only",
    // Pages send web vitals to these metrics.
    METRICS_PORT: "0",
    LINK_PLACEHOLDER: "https://t.me/example",
  }),
  brandEnvironment: environmentAt(PLACES.brand, { CONTENT_DIR: "content/example" }),
  fieldEnvironment: environmentAt(PLACES.field, fieldVariables, SCENARIOS.field),
  longEnvironment: environmentAt(PLACES.long, {}, { fill: ({ database }) => copyProducts(database, LONG_CATALOGUE) }),
};
