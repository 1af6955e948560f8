import type { z } from "zod";
import { reportFailedCall } from "@storefront/upstream-client/failures";
import { perLocale } from "~/i18n/locales";
import type { Locale } from "~server/i18n/locale";
import { id, isOne, printed, rawStatus, word, type Read } from "./parsers";
import { fields, oneLine, optionalOnError, required } from "./schemas";
import { call, EXCHANGE, SessionExpired, UnusableResponse, type UpstreamContext } from "./client";

const AUTH_LEVELS: ReadonlyMap<string, "verified" | "review"> = new Map([
  ["1", "verified"],
  ["0", "review"],
]);
const REJECTED = "2";

/** An all-zero id stands for a missing one and may be shared. */
const ownId: Read<string> = (value) => {
  const sent = id(value);
  return sent !== undefined && /^0+$/.test(sent) ? undefined : sent;
};

export const INVITE_CODE_MAX_LENGTH = 64;

const userResponse = perLocale((locale) =>
  fields({
    userAccount: optionalOnError(word(128)),
    id: optionalOnError(ownId),
    authLevel: required((value) => AUTH_LEVELS.get(isOne(value) ? "1" : (rawStatus(value) ?? "")) ?? "unverified"),
    rawAuthLevel: optionalOnError(rawStatus, "authLevel"),
    rejectedReason: optionalOnError(oneLine(500, locale), "notPassReason"),
    googleBound: required(isOne, "googleStatus"),
    inviteCode: optionalOnError(printed(INVITE_CODE_MAX_LENGTH)),
  })
    .refine(({ userAccount, id: userId }) => userAccount !== undefined || userId !== undefined, {
      message: "nobody",
      path: ["userAccount"],
    })
    .transform(({ rawAuthLevel, rejectedReason, ...user }) => ({
      ...user,
      ...(rawAuthLevel === REJECTED && rejectedReason ? { rejectedReason } : {}),
    })),
);

/** The account's name or its id may be missing, but not both. */
export type UserInfo = z.output<(typeof userResponse)[Locale]>;

const USER_INFO = { kind: "read", path: `${EXCHANGE}/common/user_info` } as const;

/** Reads the user. Throws SessionExpired if it is another account's: its purchases are not this visitor's. */
export async function userInfo(upstreamContext: UpstreamContext): Promise<UserInfo> {
  const startedAtMs = performance.now();
  const user = await call(upstreamContext, { ...USER_INFO, schema: userResponse[upstreamContext.locale] });
  const { userId = user.id } = upstreamContext;
  if (user.id === undefined || user.id === userId) return user;
  reportFailedCall(USER_INFO, new UnusableResponse("another account than the session's", true), startedAtMs);
  throw new SessionExpired();
}

/** Reads the user for data stored under the account's id. Throws UpstreamUnavailable if there is no id. */
export async function identifiedUser(upstreamContext: UpstreamContext): Promise<UserInfo & { id: string }> {
  const user = await userInfo(upstreamContext);
  if (user.id === undefined) throw new UnusableResponse("a user without an id", true);
  return { ...user, id: user.id };
}
