import { createCachedReads } from "./cached-reads";
import type { UpstreamClientOptions } from "./options";
import type { UpstreamContext } from "./request";
import { createTransport } from "./transport";

/** Makes a client of an upstream, with its own connections, pools, breakers and cache. A process has one. */
export function createUpstreamClient<Context extends UpstreamContext>(options: UpstreamClientOptions<Context>) {
  const transport = createTransport(options);
  const { call, write, anonymousCall, pools, breakers } = transport;
  return {
    call,
    write,
    anonymousCall,
    ...createCachedReads(anonymousCall, options.cache),
    poolStates: pools.states,
    breakerStates: breakers.states,
  };
}
