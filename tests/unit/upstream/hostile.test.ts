import { expect, test } from "vitest";
import { JSON_MAX_DEPTH } from "@storefront/upstream-client/json";
import { SessionExpired, type UpstreamContext, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { sampleOf } from "@storefront/test-support/sample";
import { CALLS, callOf, type CallUnderTest } from "../../support/upstream-calls";
import type { PeerRequest, Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";
import { beginAnew } from "../../support/environment";

/** Each test covers every call. The calls are independent, so they run in parallel. */

const peer = await usePeer();
const TOKEN = "canary-session-token";
const upstreamContext: UpstreamContext = {
  locale: "en_US",
  token: TOKEN,
  securityInfo: '{"userAgent":"canary-agent"}',
};
/** All secrets in the calls of the table. */
const SECRETS = [TOKEN, "canary-agent", "canary-password", "canary-step-token", "135791", "JBSWY3DPEHPK3PXP"];

/** The result of each call, by its name: the error, or `{ answered }`. */
async function outcomes(
  calls: readonly CallUnderTest[],
  as: UpstreamContext = upstreamContext,
  atOnce = calls.length,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const waiting = [...calls];
  const inTurn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      found[next.name] = await next.run(as).then(
        (answered) => ({ answered }),
        (error: unknown) => error,
      );
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));
  return found;
}

function each(calls: readonly CallUnderTest[], expected: (call: CallUnderTest) => unknown): Record<string, unknown> {
  return Object.fromEntries(calls.map((call) => [call.name, expected(call)]));
}

function requestsByCall(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const request of peer.requests) {
    const { name } = callOf(request);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** Responses that no call can use. The envelope is a level of nesting. */
const unusable: [string, Reply][] = [
  ["HTML", { body: "<!doctype html><title>502 Bad Gateway</title>", headers: { "content-type": "text/html" } }],
  ["nothing", { body: "" }],
  ["a response nested 65 levels deep", { body: `{"code":"0","data":${nested(JSON_MAX_DEPTH)}}` }],
  ["bytes that are not UTF-8", { body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
  ["a code that is missing", { body: '{"msg":"suc","data":{}}' }],
  ["a code that is null", envelope({}, null)],
  ["a code that is an object", envelope({}, { "0": 0 })],
  ["a code that only looks like 0", envelope({}, "00")],
  ["a repeated code", { body: '{"code":"0","code":"10022","data":{}}' }],
  ["success in the body of a failure", { status: 500, body: '{"code":"0","msg":"suc","data":{}}' }],
  ["a dropped connection", "reset"],
];

test.each(unusable)("%s counts as unavailable in every call; reads are tried twice, writes once", async (_, reply) => {
  peer.reply = () => reply;
  // A few at a time, so that none exceeds its deadline on a busy machine.
  const found = await outcomes(CALLS, upstreamContext, 5);
  expect(found).toEqual(each(CALLS, () => expect.any(UpstreamUnavailable)));
  expect(found).toMatchObject(each(CALLS, () => ({ sent: true })));
  expect(requestsByCall()).toEqual(each(CALLS, ({ kind }) => (kind === "read" ? 2 : 1)));
});

test.each([
  ["never comes", "hang"],
  ["never ends", "stall"],
] as const)("a response that %s counts as unavailable in every call after the deadline", async (_, reply) => {
  peer.reply = () => reply;
  const found = await outcomes(CALLS, { ...upstreamContext, deadlineMs: 400 });
  const message = expect.stringContaining("deadline") as string;
  expect(found).toMatchObject(each(CALLS, () => ({ name: "UpstreamUnavailable", sent: true, message })));
  // On a busy machine the deadline may pass before the peer has read a request.
  const counts = Object.values(requestsByCall());
  expect(counts, "no time was left for a retry").toEqual(counts.map(() => 1));
});

const reading = CALLS.filter(({ reads }) => reads);

test.each([
  ["a text", "surprise"],
  ["true", true],
  ["null", null],
  ["a list of nulls", [null]],
  ["a list of numbers", [1, 2]],
])("data that is %s counts as unavailable in every call that reads it", async (_, data) => {
  peer.reply = () => envelope(data);
  // A registration without data is a valid response: the check gave no token, or there is an account without a known id.
  const needing = reading.filter(({ name }) => data !== null || !/Registration$/.test(name));
  expect(await outcomes(needing)).toEqual(each(needing, () => expect.any(UpstreamUnavailable)));
});

/** Copies of a value, each with a different part replaced. */
function withEach(value: unknown, replacement: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const put = (changed: unknown) =>
      Array.isArray(value)
        ? Object.assign([...(value as unknown[])], { [key]: changed })
        : { ...value, [key]: changed };
    return [put(replacement), ...withEach(part, replacement).map(put)];
  });
}

test.each([
  ["an object", {}, 0],
  ["a negative number", -1, 1],
  ["nothing", null, 0],
  ["an object that converts itself", { toString: "x", valueOf: "x", length: 1 }, 1],
  ["a text with control characters", "\u0000\u202e<script>", 0],
])("%s in place of any part gives a typed response or unavailable, in every call", async (_, replacement, from) => {
  const variants = new Map(reading.map((call) => [call.name, withEach(call.data, replacement)]));
  const rounds = Math.max(...[...variants.values()].map(({ length }) => length));
  expect(rounds).toBeGreaterThan(5);
  const every = Array.from({ length: rounds }, (_, round) => round);
  for (const round of sampleOf(every, 2, from)) {
    beginAnew();
    peer.reply = (request) => envelope(variants.get(callOf(request).name)?.[round]);
    const inTurn = reading.filter((call) => (variants.get(call.name)?.length ?? 0) > round);
    for (const [call, outcome] of Object.entries(await outcomes(inTurn))) {
      if (outcome instanceof Error) expect(outcome, call).toBeInstanceOf(UpstreamUnavailable);
      else expect(JSON.stringify(outcome), call).not.toMatch(/\\u0000|\u202e|\[object|"(toString|valueOf)"/);
    }
  }
});

test("keys named __proto__ and constructor change nothing in any call", async () => {
  const polluted = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(polluted).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const own = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}:${polluted(part)}`);
    const foul = '{"polluted":"polluted","title":"polluted","token":"polluted","prototype":{"polluted":"polluted"}}';
    return `{${[`"__proto__":${foul}`, `"constructor":${foul}`, ...own].join(",")}}`;
  };
  peer.reply = (request) => ({
    body: `{"__proto__":{"code":"1"},"code":"0","data":${polluted(callOf(request).data)}}`,
  });
  for (const [name, outcome] of Object.entries(await outcomes(CALLS))) {
    // In a map by coin these keys are coins, so a rejection is correct too.
    if (outcome instanceof Error) expect([name, outcome]).toEqual(["accountBalance", expect.any(UpstreamUnavailable)]);
    else expect(JSON.stringify(outcome), name).not.toContain("polluted");
  }
  expect({}).not.toHaveProperty("polluted");
});

test.each(["10022", 10022])("code %j with any data is a rejection in every call, without a retry", async (code) => {
  peer.reply = () => envelope("surprise", code, "no");
  const found = await outcomes(CALLS);
  expect(found).toEqual(each(CALLS, () => expect.any(UpstreamRejected)));
  expect(found).toMatchObject(each(CALLS, () => ({ code: "10022", messageKey: "errors.code" })));
  expect(requestsByCall()).toEqual(each(CALLS, () => 1));
});

test("an expired session is recognised in every call except public reads, which have no session", async () => {
  peer.reply = () => envelope(null, 10002);
  expect(await outcomes(CALLS)).toEqual(
    each(CALLS, ({ personal }) => expect.any(personal ? SessionExpired : UpstreamUnavailable)),
  );
});

/** An error as a careless log would print it. */
function logged(error: Error): string {
  return [error.name, error.message, error.stack, JSON.stringify(error), JSON.stringify(error.cause)].join(" ");
}

const echo = ({ headers, body }: PeerRequest) => `${JSON.stringify(headers)} ${body}`;

test.each<[string, (request: PeerRequest) => Reply]>([
  ["unchanged", (request) => ({ body: echo(request) })],
  ["in a rejection", (request) => envelope(echo(request), "1", echo(request))],
  ["as a key", (request) => envelope({ [echo(request)]: 1, data: [{ [echo(request)]: 1 }] })],
  ["in broken JSON", (request) => ({ body: `{"code":"0","data":"${TOKEN}" ${request.body}` })],
  ["and drops the connection", () => "reset"],
])(
  "no error carries the token, security info, a password or a code that the upstream repeats: %s",
  async (_, reply) => {
    peer.reply = reply;
    for (const [name, outcome] of Object.entries(await outcomes(CALLS))) {
      if (!(outcome instanceof Error)) continue;
      for (const secret of SECRETS) expect(logged(outcome), name).not.toContain(secret);
    }
  },
);
