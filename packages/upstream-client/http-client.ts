import request from "undici/lib/api/api-request.js";
import buildConnector from "undici/lib/core/connect.js";
import Agent from "undici/lib/dispatcher/agent.js";
import Client from "undici/lib/dispatcher/client.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import parts from "undici/lib/web/fetch/formdata.js";

/** The parts of undici that are used. Its main file also loads `fetch`, WebSocket, caches and mocks: 9 MB of memory. */
Object.assign(Dispatcher.prototype, { request });

const { FormData } = parts;

export { Agent, buildConnector, Client, FormData };
