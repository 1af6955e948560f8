import type { Call, Envelope, Offer, Platform, SandboxState } from "./call";
import type { Fault } from "./faults";

/** An upstream that differs from the seed, for looking at the whole storefront (docs/change/testing.md). */
export interface Scenario {
  /** Products and notices; those of the tests by default. */
  offer?: Offer;
  /** Adds data to the seed. */
  fill?: (state: SandboxState) => void;
  /** Differences from the tests' platform. */
  platform?: Platform;
  /** Changes the `data` of a response. */
  change?: (name: string, data: unknown, call: Call) => unknown;
  /** Changes the envelope of a response. */
  envelop?: (name: string, envelope: Envelope) => object;
  /** Returns the bytes of a response and additional headers; by default its JSON as UTF-8. */
  encode?: (name: string, json: string) => { bytes: Buffer; headers?: Readonly<Record<string, string>> };
  /** Faults that calls have from the start, until they are removed. */
  faults?: readonly (readonly [call: string, fault: Fault])[];
}
