import type { z } from "zod";
import { id, isOne, line, rawStatus, word } from "./readers";
import { fields, lenient, required } from "./shapes";
import { call, EXCHANGE, type Caller } from "./transport";

const AUTH_LEVELS: ReadonlyMap<string, "verified" | "review"> = new Map([
  ["1", "verified"],
  ["0", "review"],
]);
const REJECTED = "2";

const userAnswer = fields(
  {
    userAccount: required(word(128)),
    id: required(id),
    authLevel: required((value) => AUTH_LEVELS.get(rawStatus(value) ?? "") ?? "unverified"),
    rawAuthLevel: lenient(rawStatus),
    rejectedReason: lenient(line(500)),
    googleBound: required(isOne),
    inviteCode: lenient(id),
  },
  { rawAuthLevel: "authLevel", rejectedReason: "notPassReason", googleBound: "googleStatus" },
).transform(({ rawAuthLevel, rejectedReason, ...user }) => ({
  ...user,
  ...(rawAuthLevel === REJECTED && rejectedReason ? { rejectedReason } : {}),
}));

/** The signed-in user. */
export type UserInfo = z.output<typeof userAnswer>;

/**
 * common/user_info (behaviour 7.40): the signed-in user. `authLevel` other than 1 and 0 is unverified, `googleStatus`
 * other than 1 not bound; `rejectedReason` says why a review ended in rejection (behaviour 4.9).
 *
 * @throws Refused, Expired, Unavailable
 */
export function userInfo(caller: Caller): Promise<UserInfo> {
  return call(caller, { kind: "read", path: `${EXCHANGE}/common/user_info`, schema: userAnswer });
}
