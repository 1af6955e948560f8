import fc from "fast-check";
import { expect, test } from "vitest";
import { readAddress } from "~server/deposits/address";
import type { MemoNeed } from "~server/upstream/market";

/** Deposit addresses and memos (behaviour 7.25). The addresses are made up, in the forms of real ones. */

const XRP = "rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh";
const XLM = "GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37";
const ATOM = "cosmos1j8pp7zvcu9z8vd882m284j29fn2dszh05cqvf9";
const TON = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const TON_UNDERSCORES = "UQCD39VS_jcptHL8vMjEXrzGaRcC-Yto7HUn4bpAOg8x_123";
const EVM = "0x52908400098527886E0F7030069857D2E4169EE7";
const CASH = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
const NANO = "nano_3t6k35gi95xu6tergt6p69ck76ogmitsa8mnijtpxm9fkcm736xtoncuohr3";

const RADIX = "account_rdx16x47guzq44lmplg0ykfn2eltwt5wweylpuupstsxnfm8lgva7tdg2w";

const SINGLE = [
  RADIX,
  XRP,
  XLM,
  ATOM,
  TON,
  TON_UNDERSCORES,
  `EQ${"_".repeat(46)}`,
  EVM,
  EVM.toLowerCase(),
  CASH,
  "ecash:qpm2qsznhks23z7629mms6s4cwef74vcwv2zrv3l8h",
  `kaspa:${"qpzry9x8gf2tvdw0s3jn54khce6mua7l".repeat(2).slice(0, 61)}`,
  NANO,
  "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
  "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
  "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7",
  "f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za",
  "binancecleos",
  "eosio.token",
  "exchange.near",
  "0.0.1133968",
  "0.0.1133968-vfmkw",
  "X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMqnZjLeSRt7",
  `0x${"0".repeat(63)}1`,
];

test.each(SINGLE)("%s is an address without a memo", (address) => {
  for (const need of ["none", "unsaid", "optional"] as const) expect(readAddress(address, need)).toEqual({ address });
  expect(readAddress(address, "required"), "a required memo is missing").toBe("memoMissing");
});

const WITH_MEMO: [string, string][] = [
  [XRP, "105512345"],
  [XRP, "7"],
  [XRP, "0012"],
  [XLM, "18446744073709551615"],
  [ATOM, "12"],
  [ATOM, "105512345"],
  [TON, "105512345"],
  [TON_UNDERSCORES, "456"],
  [CASH, "105512345"],
  [RADIX, "105512345"],
  ["sandbox_vault", "77"],
  ["binancecleos", "105512345"],
  ["0.0.1133968", "105512345"],
];

test.each(WITH_MEMO)("%s_%s: digits are a memo, whether announced or not", (address, memo) => {
  for (const need of ["required", "optional", "unsaid"] as const) {
    expect(readAddress(`${address}_${memo}`, need), need).toEqual({ address, memo });
  }
  expect(readAddress(`${address}_${memo}`, "none"), "the upstream announces no memo").toBe("unclearAddress");
});

test.each(["a1b2c3", "MEMO7", "9f0c1e6a-57b4-4b8e-9d0e-2f6f3b1a7c55"])(
  "a suffix with letters (%s) is a memo only if announced",
  (memo) => {
    for (const need of ["required", "optional"] as const) {
      expect(readAddress(`${XRP}_${memo}`, need)).toEqual({ address: XRP, memo });
    }
    for (const need of ["unsaid", "none"] as const) expect(readAddress(`${XRP}_${memo}`, need)).toBe("unclearAddress");
  },
);

const NEEDS: MemoNeed[] = ["none", "unsaid", "optional", "required", "unclear"];

const NONSENSE = [
  ...["null", "undefined", "NaN", "None", "nil", "NULL", "true", "false", "error", "Infinity"],
  ...["pending", "generating", "Processing", "loading", "invalid", "maintenance", "suspended"],
];

test.each([
  ...NONSENSE,
  ...NONSENSE.flatMap((word) => [`${XRP}_${word}`, `${word}_930096`, `${XRP}_${word}_930096`, `${XRP}.${word}`]),
  ...["_", "__", "_930096", `${XRP}_`, `_${XRP}`, `${XRP}__930096`, `${XRP}_930096_`, `${XRP}_930096_930096`],
  ...[`${ATOM}_12_12`, `${EVM}_12_34`, `${XRP}_0`, `${XRP}_0000`, `${XRP}_-1`, `${XRP}_1.05512345E8`, `${XRP}_1E8`],
  ...[`${XRP}_105512345.0`, `${XRP}_105,512`, `${XRP}_#105`, `${XRP}_１２３`, `${XRP}_1e+8`],
  ...["server_busy", "NOT_SUPPORT", "no_address", "not_supported", "please_bind_google", "account_locked"],
  // Memos after other separators.
  ...[":", "-", ".", "/", "|", "#", ",", ";", " ", "?dt=", "?memo=", "&memo=", "+"].map(
    (sign) => `${XRP}${sign}105512`,
  ),
  ...[":", "-", "?memo=", "#", "."].map((sign) => `${ATOM}${sign}105512`),
  // URLs and wallet links.
  ...[`ripple:${XRP}`, `bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT`, `ethereum:${EVM.toLowerCase()}`],
  ...[`ethereum:${EVM}@1`, `https://example.com/${XRP}`, `tron:TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7`, `${CASH}?amount=1`],
  ...[`bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`, `memo:${XRP}`, `0:${"a".repeat(64)}`, `:${XRP}`],
  // Objects, lists, markup.
  ...[`{"address":"${XRP}","memo":"105512345"}`, `["${XRP}"]`, `{${XRP}}`, "[object", "[object Object]", "{}", "[]"],
  ...[`<b>${XRP}</b>`, `"${XRP}"`, `'${XRP}'`, `${XRP}\\n`, `${XRP},${XLM}`, `${XRP}%20`, `${XRP}&amp;`, `(${XRP})`],
  // Placeholders and numbers.
  ...[
    "0",
    "1",
    "-1",
    "12345",
    "0.1",
    "1e5.",
    "0x",
    "0x0",
    `0x${"0".repeat(40)}`,
    "0xG1",
    "0xundefined",
    "0X0",
    "...",
    "-",
  ],
  ...[`${EVM}Z`, `0x${EVM}`, `${TON}=`],
  // Look-alike and invisible characters, spaces.
  ...[`r\u0415b8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh`, `${XRP}\u200b`, `\ufeff${XRP}`, `${XRP}\u202e`, `${XRP}\u00ad`],
  ...[` ${XRP}`, `${XRP} `, `${XRP}\n`, `${XRP.slice(0, 8)} ${XRP.slice(8)}`, `${XRP}\u0000`, `${XRP}\u00a0`],
  ...[`${XRP}\u200b_930096`, `${XRP}_93\u200b0096`, `${XRP}\uff3f930096`, `${XRP}\u203f930096`],
])("%j is not an address, whether a memo is announced or not", (sent) => {
  for (const need of NEEDS) expect(["unclearAddress", "memoMissing"], need).toContain(readAddress(sent, need));
  expect(readAddress(sent, "unsaid")).toBe("unclearAddress");
});

test("an empty address means none yet; an unreadable one is an error", () => {
  for (const need of NEEDS) {
    expect(readAddress("", need)).toBe("noAddress");
    expect(readAddress(undefined, need)).toBe("unclearAddress");
  }
});

test("the joined parts always equal the original, and an address never includes a memo", () => {
  const part = fc.oneof(
    fc.constantFrom(XRP, XLM, ATOM, TON, TON_UNDERSCORES, EVM, CASH, NANO, "null", "", "sandbox_vault"),
    fc.stringMatching(/^[A-Za-z0-9_.:?{} -]{0,50}$/),
    fc.stringMatching(/^\d{1,12}$/),
  );
  const sent = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("_"));
  fc.assert(
    fc.property(sent, fc.constantFrom(...NEEDS), (addressStr, need) => {
      const read = readAddress(addressStr, need);
      if (typeof read === "string") return;
      const { address, memo } = read;
      expect(memo === undefined ? address : `${address}_${memo}`).toBe(addressStr);
      expect(address).toMatch(/^[\w.:-]+$/);
      const hasOwnUnderscore = /^(?:[EUk0][Qf][\w-]{46}|nano_[a-z0-9]{60}|account_rdx1[a-z0-9]{54})$/.test(address);
      if (!hasOwnUnderscore) expect(address).not.toMatch(/_\d+$|_$|^_|__|(?:^|_)(?:null|NaN|None)(?:_|$)/);
      if (memo !== undefined) expect(memo).toMatch(/^(?!0+$)[A-Za-z0-9][A-Za-z0-9-]*$/);
    }),
    { numRuns: 2_000 },
  );
});
