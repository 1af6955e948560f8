import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleType } from "cockatiel";
import { log } from "@storefront/observability/log";
import { ageOf } from "@storefront/resilience/age";
import { backoff } from "@storefront/resilience/backoff";
import { UpstreamNotFound, UpstreamUnavailable } from "./failures";
import { PoolExhausted } from "./pools";
import { digest, type UpstreamContext, type UpstreamRequest } from "./request";

/** This many failures in a row, each of a different network or id, open a read's circuit breaker. */
const FAILURES = 5;
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** After its trial failed, a network makes no further trial for this time. */
const TRIED_MS = 60_000;

/** The circuit is open, so nothing was sent. */
export class CircuitOpen extends UpstreamUnavailable {
  /** @param cause the last failure before the circuit opened */
  constructor(override readonly cause?: UpstreamUnavailable) {
    super(`stopped after failures: ${cause?.message ?? ""}`, false);
  }
}

class Counted extends Error {
  constructor(readonly failure: UpstreamUnavailable) {
    super();
  }
}

interface Read {
  /** The network or input of a read; undefined if it is the same for everybody. */
  who: string | undefined;
  network: string | undefined;
  /** True if only a clear response counts: the call has too little time, or its id may be made up. */
  provesLittle: boolean;
}

type State = "closed" | "half-open" | "open";

function createBreaker(path: string) {
  const policy = circuitBreaker(handleType(Counted), {
    breaker: new ConsecutiveBreaker(FAILURES),
    halfOpenAfter: backoff(PAUSES_MS),
  });
  const failed = new Set<string>();
  const tried = new Map<string, number>();
  let last: UpstreamUnavailable | undefined;
  policy.onStateChange((state) => {
    if (state === CircuitState.Open) log().warn({ call: path }, "circuit breaker open: calls are paused");
    if (state === CircuitState.Closed) log().info({ call: path }, "circuit breaker closed: calls resume");
  });

  /** Returns true if a failure counts. A failure of the trial call always does. */
  function counts(error: UpstreamUnavailable, { who, provesLittle }: Read): boolean {
    if (provesLittle) return false;
    if (policy.state !== CircuitState.Closed) return true;
    if (error instanceof PoolExhausted || (who !== undefined && failed.has(who))) return false;
    if (who !== undefined) failed.add(who);
    return true;
  }

  return {
    state: (): State =>
      policy.state === CircuitState.Closed ? "closed" : policy.state === CircuitState.HalfOpen ? "half-open" : "open",
    async run<T>(about: Read, read: () => Promise<T>): Promise<T> {
      // Other calls do not wait for the trial. A short deadline, or a network whose trial failed, proves little.
      const isNoTrial = about.provesLittle || ageOf(tried.get(about.network ?? "") ?? 0) < TRIED_MS;
      if (policy.state === CircuitState.HalfOpen || (isNoTrial && policy.state === CircuitState.Open))
        throw new CircuitOpen(last);
      const isTrial = policy.state === CircuitState.Open;
      let response: { value: T } | { refusal: unknown } | undefined;
      try {
        await policy.execute(async () => {
          try {
            response = { value: await read() };
          } catch (error) {
            if (isFailure(error)) throw counts(error, about) ? new Counted(error) : error;
            response = { refusal: error };
          }
          failed.clear();
          tried.clear();
        });
      } catch (error) {
        if (error instanceof Counted) {
          if (isTrial && about.network !== undefined) tried.set(about.network, Date.now());
          last = error.failure;
          throw error.failure;
        }
        throw error instanceof UpstreamUnavailable ? error : new CircuitOpen(last);
      }
      if (response && "value" in response) return response.value;
      throw response?.refusal;
    },
  };
}

const isFailure = (error: unknown): error is UpstreamUnavailable =>
  error instanceof UpstreamUnavailable && !(error instanceof UpstreamNotFound);

/** Makes one circuit breaker per path. Failures of one network or id count once, so they do not affect others. */
export function createCircuitBreakers() {
  const breakers = new Map<string, ReturnType<typeof createBreaker>>();
  return {
    /** Makes a read. Throws CircuitOpen, or the error of `read`. */
    run<T>(
      { network, token }: UpstreamContext,
      { path, body }: Pick<UpstreamRequest, "path" | "body">,
      { provesLittle, read }: { provesLittle: boolean; read: () => Promise<T> },
    ): Promise<T> {
      let breaker = breakers.get(path);
      if (!breaker) breakers.set(path, (breaker = createBreaker(path)));
      // One account or network may cause all failures: a firewall before the upstream may reject what its forms sent.
      const asks = network ?? token ?? (body && JSON.stringify(body));
      const who = asks === undefined ? undefined : digest(asks);
      return breaker.run({ who, network, provesLittle }, read);
    },
    states: (): { path: string; state: State }[] =>
      [...breakers].map(([path, { state }]) => ({ path, state: state() })),
  };
}
