import { createAnonymousCall } from "./anonymous-call";
import { createCachedReads } from "./cached-reads";
import type { UpstreamClientOptions } from "./options";
import type { UpstreamContext } from "./request";
import { createTransport } from "./transport";

/**
 * Makes a client of one upstream. Its connections, pools, breakers and cached responses are its own, so a process has
 * one for each upstream. Its gauges have fixed names, and count those of the last client made.
 */
export function createUpstreamClient<Context extends UpstreamContext>(options: UpstreamClientOptions<Context>) {
  const transport = createTransport(options);
  const { call, write, pools, breakers, timeouts } = transport;
  const anonymousCall = createAnonymousCall(transport);

  /** Empty pools, closed breakers and no hang, for tests. */
  function resetHealth(): void {
    pools.reset();
    breakers.reset();
    timeouts.reset();
  }

  return {
    call,
    write,
    anonymousCall,
    ...createCachedReads(anonymousCall, options.cache),
    poolStates: pools.states,
    breakerStates: breakers.states,
    resetHealth,
  };
}
