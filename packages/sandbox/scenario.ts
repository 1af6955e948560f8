import type { Call, Envelope, Offer, Platform, SandboxState } from "./call";
import type { Fault } from "./faults";

/** An upstream that differs from the seed, to look at the whole storefront with (docs/change/testing.md). */
export interface Scenario {
  /** Products and notices; by default those of the tests. */
  offer?: Offer;
  /** Fills the database, beyond the seed. */
  fill?: (state: SandboxState) => void;
  /** Differences from the platform of the tests. */
  platform?: Platform;
  /** Changes the `data` of a response. */
  change?: (name: string, data: unknown, call: Call) => unknown;
  /** Changes the envelope around it. */
  envelop?: (name: string, envelope: Envelope) => object;
  /** The bytes of a response, and further headers; by default its JSON as UTF-8. */
  encode?: (name: string, json: string) => { bytes: Buffer; headers?: Readonly<Record<string, string>> };
  /** Ways in which calls go wrong from the start, until they are healed. */
  faults?: readonly (readonly [call: string, fault: Fault])[];
}
