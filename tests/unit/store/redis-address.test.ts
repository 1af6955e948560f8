import { expect, test } from "vitest";
import { EnvironmentError, readEnv } from "~server/env";
import { readRedisAddress } from "@storefront/store/redis-address";
import { reasonOf } from "@storefront/store/redis-failure";

const NEEDED = {
  PUBLIC_ORIGIN: "https://shop.example",
  UPSTREAM_URL: "https://platform.example",
  SESSION_SECRET: "a-secret-for-tests-of-at-least-32-characters",
};

test("a URL keeps its scheme, in lower case, since another would drop TLS", () => {
  expect(readRedisAddress("redis://:secret@host:6379/2")).toBe("redis://:secret@host:6379/2");
  expect(readRedisAddress("REDISS://host")).toBe("rediss://host");
  expect(readRedisAddress("redis://:secret@host:6379?family=6")).toBe("redis://:secret@host:6379?family=6");
});

const WITH_TLS = { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true };

test("a Sentinel URL includes Redis's percent-encoded user and password", () => {
  expect(readRedisAddress("redis-sentinel://shop:p%40ss%2Fw%3Ard%25@one:26379,[::1]:26380,three/my-master")).toEqual({
    role: "master",
    sentinels: [
      { host: "one", port: 26_379 },
      { host: "::1", port: 26_380 },
      { host: "three", port: 26_379 },
    ],
    name: "my-master",
    username: "shop",
    password: "p@ss/w:rd%",
  });
  expect(readRedisAddress("rediss-sentinel://:secret@one/shop")).toEqual({
    role: "master",
    sentinels: [{ host: "one", port: 26_379 }],
    name: "shop",
    password: "secret",
    ...WITH_TLS,
  });
  expect(readRedisAddress("Rediss-Sentinel://one/shop")).toMatchObject(WITH_TLS);
});

test.each([
  ["http://host", "must begin with redis://, rediss://, redis-sentinel:// or rediss-sentinel://"],
  ["host:6379", "must begin with"],
  ["redis+sentinel://secret@host/shop", "must begin with"],
  ["redis://", "names no host"],
  ["redis:///0", "names no host"],
  ["redis://:se#cret@host", "is not an address"],
  // Without this check the client would silently connect to the host "shop", port 12.
  ["redis://shop:12#secret@host", "is not an address"],
  ["redis://shop:12?secret@host:6379", "is not an address"],
  ["redis://host/shop", "a database number"],
  ["redis://:secret%zz@host", "percent sign"],
  ["redis-sentinel://secret-host:1", "the name of the primary"],
  ["redis-sentinel://host:1/", "the name of the primary"],
  ["redis-sentinel://host:1/shop/0", "the name of the primary"],
  ["redis-sentinel://host:1/shop?db=1", "the name of the primary"],
  ["redis-sentinel:///shop", "host:port of each Sentinel"],
  ["redis-sentinel://host:1,/shop", "host:port of each Sentinel"],
  ["redis-sentinel://host:0/shop", "host:port of each Sentinel"],
  ["redis-sentinel://host:70000/shop", "host:port of each Sentinel"],
  ["redis-sentinel://secret@host:1/shop", "a colon between user and password"],
  ["redis-sentinel://:secret%@host:1/shop", "percent sign"],
])("%s fails the start, without being repeated", (address, message) => {
  const read = () => readEnv({ ...NEEDED, REDIS_URL: address });
  expect(read).toThrow(EnvironmentError);
  expect(read).toThrow(`REDIS_URL: `);
  expect(read).toThrow(message);
  expect(read).not.toThrow("secret");
});

test("the Sentinels have their own password", () => {
  const settings = readEnv({ ...NEEDED, REDIS_URL: "redis-sentinel://one/shop", REDIS_SENTINEL_PASSWORD: "theirs" });
  expect(settings).toMatchObject({ REDIS_URL: "redis-sentinel://one/shop", REDIS_SENTINEL_PASSWORD: "theirs" });
  expect(readEnv({ ...NEEDED, REDIS_SENTINEL_PASSWORD: "" }).REDIS_SENTINEL_PASSWORD).toBeUndefined();
});

/** An error as Redis sends it. */
const reply = (message: string) => Object.assign(new Error(message), { name: "ReplyError" });

test.each([
  [
    reply("READONLY You can't write against a read only replica. script: 4ca238f61f, on @user_script:12."),
    "READONLY You can't write against a read only replica.",
  ],
  [
    reply("ERR Error running script (call to f_4ca): @user_script:12: @user_script: 12: -OOM command not allowed."),
    "OOM command not allowed.",
  ],
  [reply("MOVED 866 10.0.0.7:7001"), "cluster"],
  [reply("CROSSSLOT Keys in request don't hash to the same slot"), "cluster"],
  [reply("CLUSTERDOWN Hash slot not served"), "cluster"],
  [
    reply("NOPERM User shop has no permissions to run the 'eval' command"),
    "NOPERM this user has no permissions to run the 'eval' command",
  ],
  [reply("ERR ask redis.internal:6379 instead"), "ERR ask … instead"],
  [Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:6379"), { code: "ECONNREFUSED" }), "ECONNREFUSED"],
  [Object.assign(new Error("getaddrinfo ENOTFOUND redis.internal"), { code: "ENOTFOUND" }), "ENOTFOUND"],
  [new Error("Command timed out"), "no answer within a second"],
  [new Error("Connection is closed."), "not connected"],
  [
    new Error(
      "All sentinels are unreachable. Retrying from scratch after 10ms. Last error: connect ECONNREFUSED 10.0.0.7:1",
    ),
    "no Sentinel answers",
  ],
  [
    new Error(
      "All sentinels are unreachable. Retrying from scratch after 10ms. Last error: WRONGPASS invalid password",
    ),
    "no Sentinel answers: WRONGPASS invalid password",
  ],
  [new Error("All sentinels are unreachable. Retrying from scratch after 10ms."), "no Sentinel knows this primary"],
  [new TypeError("whatever this may quote"), "TypeError"],
])("the reason of a client error omits address, user and script position: %s", (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
