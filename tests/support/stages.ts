import { startLongCatalogue, type LongCatalogue } from "./long-catalogue";
import { startStage, type Stage } from "./stage";

/** A port where nothing listens. */
const DEAD_PLATFORM = "http://127.0.0.1:9";
/** How many products the long catalogue has: nine pages of five. */
export const LONG_CATALOGUE = 43;
/** The first place of each kind of stage, to which a worker adds its own number. */
const PLACES = { plain: 0, stranded: 8, appOnly: 16, long: 24 };

/** The stages of a worker. Each is started when a test first needs it, and ends with the worker. */
export interface Stages {
  /** The worker's own storefront on its own sandbox, so that its faults affect no other worker. */
  stage: Stage;
  /** A storefront whose platform has never answered. */
  noPlatformStage: Stage;
  /** A storefront with `WEB_LOGIN=app-only`, where one of the configured links is the placeholder. */
  appOnlyStage: Stage;
  /** A storefront on a platform with 43 products. */
  longStage: Stage & { catalogue: LongCatalogue };
}

type Provide<T> = (value: T) => Promise<void>;
type Fixture<T> = [(fixtures: object, provide: Provide<T>, worker: { parallelIndex: number }) => Promise<void>, Worker];
interface Worker {
  scope: "worker";
}

const stageAt = (place: number, variables: Record<string, string> = {}): Fixture<Stage> => [
  async ({}, provide, { parallelIndex }) => {
    const stage = await startStage(place + parallelIndex, variables);
    await provide(stage);
    await stage.stop();
  },
  { scope: "worker" },
];

export const STAGES: { [Name in keyof Stages]: Fixture<Stages[Name]> } = {
  stage: stageAt(PLACES.plain),
  noPlatformStage: stageAt(PLACES.stranded, { UPSTREAM_URL: DEAD_PLATFORM }),
  appOnlyStage: stageAt(PLACES.appOnly, { WEB_LOGIN: "app-only", LINK_PLACEHOLDER: "https://t.me/example" }),
  longStage: [
    async ({}, provide, { parallelIndex }) => {
      const first = await startStage(PLACES.long + 2 * parallelIndex);
      const catalogue = await startLongCatalogue(first.sandbox.url, LONG_CATALOGUE);
      const place = PLACES.long + 2 * parallelIndex + 1;
      const stage = await startStage(place, { UPSTREAM_URL: catalogue.url });
      await provide({ ...stage, catalogue });
      await stage.stop();
      await catalogue.close();
      await first.stop();
    },
    { scope: "worker" },
  ],
};
