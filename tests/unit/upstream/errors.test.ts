import { expect, test } from "vitest";
import { userInfo } from "~server/upstream/user";
import { SessionExpired } from "~server/upstream/client";
import { isExpired, UpstreamRejected } from "~server/upstream/errors";
import { envelope, usePeer } from "../../support/upstream-peer";

const peer = await usePeer();
const upstreamContext = { locale: "en_US", token: "session-1" } as const;

test.each([
  ["10022", "errors.code"],
  ["10010", "errors.code"],
  ["10051", "errors.idCardExists"],
  ["10023", "errors.emailRegistered"],
  ["10055", "errors.captcha"],
])("code %s gets the message %s, whatever the upstream's message is", async (code, messageKey) => {
  peer.reply = () => envelope(null, code, "Something else");
  const error = await userInfo(upstreamContext).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "UpstreamRejected", code, messageKey });
  expect(error).toHaveProperty("upstreamMessage", undefined);
});

test.each(["10002", "10021", "3", 10002, 10021, 3])("code %j means that the session has expired", async (code) => {
  peer.reply = () => envelope(null, code);
  await expect(userInfo(upstreamContext)).rejects.toBeInstanceOf(SessionExpired);
  expect(isExpired(String(code))).toBe(true);
  expect(new UpstreamRejected(String(code)).messageKey).toBe("errors.sessionExpired");
});

test.each<{ msg: unknown }>([{ msg: "" }, { msg: " \n" }, { msg: null }, { msg: undefined }, { msg: {} }, { msg: 5 }])(
  "any other code without a message (%j) shows the network exception",
  async ({ msg }) => {
    peer.reply = () => ({ body: JSON.stringify({ code: "20004", msg, data: null }) });
    const error = await userInfo(upstreamContext).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "UpstreamRejected", messageKey: "errors.network" });
    expect(error).toHaveProperty("upstreamMessage", undefined);
  },
);

test("a text too long for a message is ignored, since it would be searched for each secret", async () => {
  const messageOf = async (msg: string) => {
    peer.reply = () => envelope(null, "20004", msg);
    return (await userInfo(upstreamContext).catch((thrown: unknown) => thrown)) as UpstreamRejected;
  };
  expect((await messageOf("a".repeat(16 * 1024))).upstreamMessage).toBe("a".repeat(200));
  expect(await messageOf("a".repeat(16 * 1024 + 1))).toMatchObject({ messageKey: "errors.network" });
});

const WORDS = "账号或密码错误";

test.each<[name: string, sent: Record<string, unknown>]>([
  ["msg", { msg: WORDS }],
  ["msg, whatever message says", { msg: WORDS, message: "Wrong" }],
  ["message", { message: WORDS }],
  ["message, where msg is null", { msg: null, message: WORDS }],
  ["message, where msg is empty", { msg: "  ", message: WORDS }],
  ['message, where msg is "null" or the like', { msg: "null", message: WORDS }],
  ["message, where msg is not a text", { msg: { key: "a.b" }, message: WORDS }],
  ["message, where msg is broken", { msg: "\uFFFD\uFFFD", message: WORDS }],
  ["the visitor's language in msg", { msg: JSON.stringify({ zh_CN: "Wrong", en_US: WORDS }) }],
  ["msg, where message is null, beside a flag", { msg: WORDS, message: null, succ: false }],
])("the platform's message is read from %s", async (_, sent) => {
  peer.reply = () => ({ body: JSON.stringify({ code: "10009", data: null, ...sent }) });
  await expect(userInfo(upstreamContext)).rejects.toMatchObject({ code: "10009", upstreamMessage: WORDS });
});

test("entities in the platform's message are decoded once, and hide no secret of the request", async () => {
  const words = "You can&#39;t buy &lt;b&gt; &amp;amp; session&#45;1";
  peer.reply = () => envelope(null, "20004", words);
  await expect(userInfo(upstreamContext)).rejects.toMatchObject({ upstreamMessage: "You can't buy <b> &amp; …" });
});

test("only the code decides, whatever flags come with it", async () => {
  const user = { userAccount: "a@example.com", id: 1, authLevel: 1, googleStatus: 1 };
  for (const code of [0, "0"]) {
    peer.reply = () => ({ body: JSON.stringify({ code, msg: "suc", message: null, succ: false, data: user }) });
    expect(await userInfo(upstreamContext)).toMatchObject({ userAccount: "a@example.com" });
  }
  peer.reply = () => ({ body: JSON.stringify({ code: 20004, msg: "no", succ: true, data: user }) });
  await expect(userInfo(upstreamContext)).rejects.toMatchObject({ code: "20004" });
});

test.each(["100", "1", "30", "-3", "E_EXPIRED"])("code %s does not mean that the session has expired", (code) => {
  expect(isExpired(code)).toBe(false);
});
