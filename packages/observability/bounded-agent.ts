import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";
import type { Socket } from "node:net";
import { guarded } from "@storefront/resilience/guarded";

/** A collector responds with a few hundred bytes at most. */
const RESPONSE_MAX_BYTES = 64 * 1024;

/** Makes an agent that closes a connection on which more arrives than OpenTelemetry could collect within its memory. */
export function boundedAgent(protocol: string): Agent {
  const agent = protocol === "https:" ? new SecureAgent() : new Agent();
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (...args) => {
    const socket = connect(...args) as Socket;
    const count = guarded(() => {
      if (socket.bytesRead > RESPONSE_MAX_BYTES) socket.destroy(new Error("The collector's response is too large."));
    });
    return socket.on("data", count);
  };
  return agent;
}
