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

test("any other code shows the server's message", async () => {
  peer.reply = () => envelope(null, "20004", "Out of stock!");
  const message = { messageKey: "errors.server", upstreamMessage: "Out of stock!" };
  await expect(userInfo(upstreamContext)).rejects.toMatchObject({
    name: "UpstreamRejected",
    code: "20004",
    ...message,
  });
});

test.each<{ msg: unknown }>([{ msg: "" }, { msg: " \n" }, { msg: null }, { msg: undefined }, { msg: {} }, { msg: 5 }])(
  "any other code whose message is missing (%j) shows the network exception",
  async ({ msg }) => {
    peer.reply = () => ({ body: JSON.stringify({ code: "20004", msg, data: null }) });
    const error = await userInfo(upstreamContext).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "UpstreamRejected", messageKey: "errors.network" });
    expect(error).toHaveProperty("upstreamMessage", undefined);
  },
);

test.each(["100", "1", "30", "-3", "E_EXPIRED"])("code %s does not mean that the session has expired", (code) => {
  expect(isExpired(code)).toBe(false);
});
