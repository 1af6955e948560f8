import { setImmediate as nextTurn } from "node:timers/promises";
import Big from "big.js";
import fc from "fast-check";
import { LosslessNumber } from "lossless-json";
import { expect, test, vi } from "vitest";
import { readEnvelope } from "~server/upstream/envelope";
import { imageUrl, isPictureSource, namedOrigins } from "~server/upstream/links";
import { visibleLink } from "~server/upstream/site";
import {
  amount,
  block,
  decimal,
  id,
  isOne,
  line,
  MENDED_MAX_LENGTH,
  printed,
  rawStatus,
  symbol,
  timeMs,
  timeText,
  wholeNumber,
  word,
  words,
} from "~server/upstream/parsers";
import { inLocale, kvValue, oneLine } from "~server/upstream/schemas";
import { withEnv } from "../../support/environment";
import { anyText } from "../../support/any-text";

const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));

test("a decimal keeps its value, whether sent as a number or a text", () => {
  fc.assert(
    fc.property(fc.boolean(), digits(19), fc.option(digits(18)), (negative, whole, fraction) => {
      const text = `${negative ? "-" : ""}${whole}${fraction === null ? "" : `.${fraction}`}`;
      const value = whole.replace(/^0+(?=\d)/, "");
      const rest = (fraction ?? "").replace(/0+$/, "");
      const plain = rest ? `${value}.${rest}` : value;
      const expected = negative && plain !== "0" ? `-${plain}` : plain;
      expect(decimal(text)).toBe(expected);
      const asNumber = `${negative ? "-" : ""}${value}${fraction === null ? "" : `.${fraction}`}`;
      expect(decimal(new LosslessNumber(asNumber))).toBe(expected);
      expect(amount(text)).toBe(expected.startsWith("-") ? undefined : expected);
    }),
  );
});

test("a decimal is read as by big.js, but without arithmetic, because a response may have 40,000 of them", () => {
  const zeros = (most: number) => fc.nat(most).map((count) => "0".repeat(count));
  const part = fc.tuple(zeros(9), fc.stringMatching(/^\d{0,42}$/), zeros(9)).map((parts) => parts.join(""));
  const exponent = fc.option(fc.stringMatching(/^[eE][+-]?\d{1,2}$/), { nil: "" });
  const sign = fc.constantFrom("", "+", "-");
  const texts = fc
    .tuple(sign, part, fc.constantFrom("", "."), part, exponent)
    .map((parts) => parts.join(""))
    .filter((text) => text.length <= 100 && /\d/.test(text.replace(/e.*/i, "")));
  const arithmetic = vi.spyOn(Big.prototype, "toFixed");
  fc.assert(
    fc.property(texts, (text) => {
      const read = decimal(text);
      expect(arithmetic).not.toHaveBeenCalled();
      const plain = new Big(text.replace(/^\+/, "").replace(/\.(?=e|$)/i, "")).toFixed();
      expect(read).toBe(plain.replace(/\D/g, "").length > 40 ? undefined : plain);
      arithmetic.mockClear();
    }),
    { numRuns: 2_000 },
  );
  arithmetic.mockRestore();
});

test("99 digits before a letter are refused in one pass: thousands of rows may have several of them each", () => {
  const texts = [`${"1".repeat(99)}x`, `${"1".repeat(96)}e1x`];
  const before = process.cpuUsage();
  for (let count = 0; count < 20_000; count += 1) for (const text of texts) decimal(text);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(400);
});

test("a decimal is read as plain digits or rejected, and reading the result changes nothing", () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.double().map(String),
    fc.stringMatching(/^[-+]?[0-9]{0,30}\.?[0-9]{0,30}(?:[eE][-+]?[0-9]{1,4})?$/),
  );
  fc.assert(
    fc.property(anything, (value) => {
      const read = decimal(value);
      if (read === undefined) return;
      expect(read).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
      expect(read).not.toBe("-0");
      expect(read.replace(/\D/g, "").length).toBeLessThanOrEqual(40);
      expect(decimal(read)).toBe(read);
    }),
  );
});

test.each([
  ["1e3", "1000"],
  ["1.5E-7", "0.00000015"],
  [" 12.50 ", "12.5"],
  ["+3", "3"],
  [".5", "0.5"],
  ["5.", "5"],
  ["-0", "0"],
  [7, "7"],
  [0.1, "0.1"],
  [10n, "10"],
  [new LosslessNumber("0.100000000000000000000000000001"), "0.100000000000000000000000000001"],
])("the decimal %o reads as %s", (value, expected) => {
  expect(decimal(value)).toBe(expected);
});

test.each([
  ...["", " ", "1 000"],
  ..."NaN Infinity - . 1,000 1_000 0x10 12abc １２ 1e999999999 1e100 1e-50".split(" "),
  ...[`1${"0".repeat(40)}`, "1".repeat(101), NaN, Infinity, null, undefined, true, {}, [], ["1"], { value: "1" }],
])("%o is not a decimal", (value) => {
  expect(decimal(value)).toBeUndefined();
});

test("an envelope is an object with a code of its own", () => {
  expect(readEnvelope('{"code":0,"msg":null,"data":1}')).toMatchObject({ code: "0", messages: [null, undefined] });
  expect(readEnvelope('{"code":"0"}')).toMatchObject({ code: "0", data: undefined });
  expect(readEnvelope('{"code":"B0301","msg":"Sold out"}')).toMatchObject({
    code: "B0301",
    messages: ["Sold out", undefined],
  });
  for (const code of ['"00"', '"0.0"', "0.0", "-0", "1e4", '""', '" 0"', "null", "[]", "{}", "true", '"<b>"']) {
    expect(readEnvelope(`{"code":${code}}`), code).toBeUndefined();
  }
});

test("a success flag that cannot be converted to a text is none", () => {
  for (const flag of ['{"toString":0,"valueOf":0}', '[{"toString":0,"valueOf":0}]']) {
    expect(readEnvelope(`{"code":"0","succ":${flag}}`), flag).toMatchObject({ isConsistent: true });
    expect(readEnvelope(`{"code":"0","data":{"success":${flag}}}`), flag).toMatchObject({ isConsistent: true });
  }
});

test.each([
  [1, true],
  ["1", true],
  [new LosslessNumber("1"), true],
  [true, true],
  ["0", false],
  [0, false],
  [false, false],
  ["true", false],
  [2, false],
  [null, false],
  [undefined, false],
  [{}, false],
  [[1], false],
])("the flag %o is %o", (value, expected) => {
  expect(isOne(value)).toBe(expected);
});

test("a count is a whole number that is not negative", () => {
  expect([3, "3", new LosslessNumber("3"), "0"].map(wholeNumber)).toEqual([3, 3, 3, 0]);
  expect(["-1", 1.5, "1e10", "x", null, [3]].map(wholeNumber)).toEqual(Array(6).fill(undefined));
});

test("a status is a number in its canonical digits or a short word", () => {
  expect([0, "0", "0.0", new LosslessNumber("2"), "PAID"].map(rawStatus)).toEqual(["0", "0", "0", "2", "PAID"]);
  expect([null, {}, [0], true, ""].map(rawStatus)).toEqual(Array(5).fill(undefined));
});

test("a line of text has no control or direction characters, and a maximum length", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), anyText(), fc.anything()), (value) => {
      const read = line(20)(value);
      if (read === undefined) return;
      expect(read.length).toBeGreaterThan(0);
      expect(read.length).toBeLessThanOrEqual(20);
      expect(read).not.toMatch(/\p{Cc}|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u);
    }),
  );
  expect(line(2)("a\u{1F600}")).toBe("a");
  const unseen = [
    "\u200b",
    " \u2060\u00ad ",
    "\ufe0f",
    "\u0301",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800",
    "\u034f",
  ];
  for (const read of [line(20), word(20)]) {
    expect(unseen.map(read), "invisible characters only").toEqual(unseen.map(() => undefined));
  }
  const inkless = ["\u3164", "A\u3164", "\u2800", "\ufe0f"];
  for (const read of [printed(20), symbol]) expect(inkless.map(read)).toEqual(inkless.map(() => undefined));
  expect(["—", "算力", "\u{1F600}", "a\u200bb"].map(line(20))).toEqual(["—", "算力", "\u{1F600}", "a\u200bb"]);
  expect(block(20)("# Title\n\n\u0000- one")).toBe("# Title\n\n- one");
});

test("an invalid identifier is rejected, not changed", () => {
  expect([7, "7", "a-b_c.d", new LosslessNumber("9007199254740993")].map(id)).toEqual([
    "7",
    "7",
    "a-b_c.d",
    "9007199254740993",
  ]);
  expect(["", "a b", "../x", "x".repeat(65), "__proto__", "<b>", null, {}].map(id)).toEqual(Array(8).fill(undefined));
  const symbols = ["USDT", "1INCH", "$RATS", "比特幣", "US$", "a.b-c_d", "100%"];
  expect(symbols.map(symbol)).toEqual(symbols);
  const none = ["", "__proto__", "US DT", " A", 5, ".", "..", "a/b", "<b>", "a\u202eb", "null", "NaN", "x".repeat(33)];
  expect(none.map(symbol)).toEqual(none.map(() => undefined));
});

test("a time is ms, as a number or text, or a text with a zone; other texts stay unchanged", () => {
  const moment = Date.UTC(2021, 7, 6, 8, 30, 50);
  const same = [moment, String(moment), "2021-08-06T16:30:50+08:00", "2021-08-06 08:30:50Z", moment / 1000];
  expect(same.map(timeMs)).toEqual(same.map(() => moment));
  expect(timeMs("2021-08-06 16:30:50")).toBeUndefined();
  expect(timeText("2021-08-06 16:30:50")).toBe("2021-08-06 16:30:50");
  expect(timeText(moment)).toBeUndefined();
  // Calendar digits, not timestamps in 2610 or 1976.
  for (const calendar of ["20210806163050", new LosslessNumber("20210806163050"), "202108061630", "20210806"]) {
    expect(timeMs(calendar)).toBeUndefined();
    expect(timeText(calendar)).toMatch(/^20210806/);
  }
  expect(["2021-13-45T99:99:99Z", "soon", {}, null, true, "9".repeat(15)].map(timeMs)).toEqual(
    Array(6).fill(undefined),
  );
});

test.each([
  ...[0, "0", "-1", -62_135_596_800, "-62135596800000", 1970],
  ...["0001-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z", "1970-01-01 08:00:00", "0000-00-00 00:00:00", "0000-00-00"],
])("%s means a missing time, and is not shown as sent", (value) => {
  expect([timeMs(value), timeText(value)]).toEqual([undefined, undefined]);
});

test("a localised attribute may be a plain value, and falls back to the other locale", () => {
  expect(inLocale("The same", "el_GR")).toBe("The same");
  expect(inLocale([{ attr: "a" }], "el_GR")).toEqual([{ attr: "a" }]);
  expect(inLocale("{not JSON", "en_US")).toBe("{not JSON");
  expect(inLocale({ en_US: "English" }, "el_GR")).toBe("English");
  expect(inLocale({ el_GR: "", en_US: "English" }, "el_GR")).toBe("English");
  expect(inLocale({ el_GR: "中文", en_US: null }, "en_US")).toBe("中文");
});

test.each([
  [{ zh_CN: "简体", en: "English" }, "简体", "English"],
  [{ zh_CN: "简体", zh_TW: "繁體", zh_HK: "香港", en_GB: "British" }, "繁體", "简体"],
  [{ zh: "中文", ja_JP: "日本語" }, "中文", "中文"],
  [{ ja_JP: "日本語", en: "English" }, "English", "English"],
  [{ "zh-CN": "简体", "EN-US": "English" }, "简体", "English"],
  [{ zh_CN: " ", en_US: null, ko_KR: "한국어" }, "한국어", "한국어"],
  [{ zh_CN: null, en_US: "" }, undefined, undefined],
])("the locale of %j is chosen among all the platform's, as an object and as JSON", (value, chinese, english) => {
  for (const sent of [value, JSON.stringify(value)]) {
    expect([inLocale(sent, "el_GR"), inLocale(sent, "en_US")]).toEqual([chinese, english]);
    expect([oneLine(40, "el_GR")(sent), oneLine(40, "en_US")(sent)]).toEqual([chinese, english]);
  }
});

test("any object of texts is localised, and its braces are never shown", () => {
  expect(oneLine(40, "en_US")('{"default":"Power"}')).toBe("Power");
  expect(oneLine(40, "en_US")("{}")).toBeUndefined();
  expect(oneLine(40, "en_US")("{Power}")).toBe("{Power}");
  const lists = { zh_CN: [{ attr: "a" }], en_US: [{ attr: "b" }] };
  expect([inLocale(lists, "el_GR"), inLocale(lists, "en_US")]).toEqual([lists.zh_CN, lists.en_US]);
  const one = { attr: "a", list: [1] };
  expect(inLocale(one, "el_GR")).toBe(one);
});

test.each([
  ["Tom &amp; Jerry&#39;s &quot;Power&quot;", 'Tom & Jerry\'s "Power"'],
  ["1 &lt; 2 &amp;lt; 3", "1 < 2 &lt; 3"],
  ["<b>AT&T</b> &lt;i&gt;", "<b>AT&T</b> <i>"],
  ["&ldquo;算力&rdquo;&nbsp;&hellip;", "“算力” …"],
  ["a&#10;b&#x202E;c&#0;", "a bc"],
  ["a&#xD800;b&#65533;c", "abc"],
  ["&#0;", undefined],
  ["broken\ufffd &amp; more", undefined],
  ["&nbsp;&#x200B;", undefined],
  ["R&D", "R&D"],
])("entities in a line are decoded once, to plain text: %s", (sent, expected) => {
  expect(oneLine(40)(sent)).toBe(expected);
});

test("entities are decoded only in the shown part of a line", () => {
  expect(words(3)(`${"&#128512;".repeat(3)}x`)).toBe("😀");
  expect(words(3)(`${"&nbsp;".repeat(6)}x`)).toBeUndefined();
});

test.each([
  ["a blank line", line(200), "a\t".repeat(1_000), "a a"],
  ["a line with entities", words(200), "&amp;".repeat(400), "&&"],
  ["a line too long to read in full", line(200), "\u202aя".repeat(100_000), "яя"],
  ["a text with only line breaks", block(70_000), "\ufffd\n".repeat(1_000), "—\n—"],
  ["a text with only broken tags", block(70_000), "<\ufffd".repeat(1_000), "<<"],
  ["a text with only invisible characters", block(70_000), "\x7fa".repeat(500), "aa"],
])("the event loop reads a limited number of broken texts per turn: %s", async (_, read, text, begin) => {
  await nextTurn();
  expect(read(text)).toMatch(new RegExp(`^${begin}`));
  let times = 1;
  while (read(text)?.startsWith(begin)) times += 1;
  // The code reads ten times the shown length; a broken part counts as ten characters.
  expect(times).toBeGreaterThan(MENDED_MAX_LENGTH / 11_000);
  expect(times).toBeLessThanOrEqual(MENDED_MAX_LENGTH / 2_000);
  expect(line(200)("plain 中文")).toBe("plain 中文");
  await nextTurn();
  expect(read(text)).toMatch(new RegExp(`^${begin}`));
});

test("the event loop decodes a limited number of different entities per turn", async () => {
  const names = (row: number) => Array.from({ length: 300 }, (_, at) => `&x${(row * 300 + at).toString(36)};`).join("");
  await nextTurn();
  let row = 0;
  while (words(3_000)(names(row)) !== undefined) row += 1;
  // Each entity costs as much as repairing a hundred characters.
  expect(row).toBeGreaterThan(MENDED_MAX_LENGTH / 40_000);
  expect(row).toBeLessThanOrEqual(MENDED_MAX_LENGTH / 30_000);
  await nextTurn();
  expect(words(3_000)(names(row))).toBe(names(row));
});

test("an object with too many texts is not a localised text", () => {
  const texts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, "x"]));
  expect(oneLine(20)(texts(50))).toBe("x");
  expect(oneLine(20)(texts(51))).toBeUndefined();
  expect(oneLine(20)({ ...texts(100_000), en_US: "x" })).toBeUndefined();
});

test("common/kv is read in its three formats", () => {
  const list = [{ img: "x" }];
  for (const data of [list, { "banner-h5": list }, JSON.stringify(list), { "banner-h5": JSON.stringify(list) }]) {
    expect(kvValue(data, "banner-h5")).toEqual(list);
  }
  expect(kvValue("not JSON", "banner-h5")).toBeUndefined();
});

test("a picture loads over https, or http if its host is known for that", async () => {
  const variables = { UPSTREAM_URL: "http://127.0.0.1:4000/base", PUBLIC_ORIGIN: "http://shop.example" };
  await withEnv(variables, () => {
    const shown = ["https://any.example/a.png?x=1", "http://127.0.0.1:4000/images/a.svg", "http://shop.example/a.png"];
    expect(shown.map(imageUrl)).toEqual(shown);
    const plain = [
      "http://127.0.0.1:4001/a.png",
      " HTTP://img.example/a.png?x=http:",
      "http://shop.example.evil/a.png",
    ];
    expect(plain.map(imageUrl)).toEqual([
      ...["https://127.0.0.1:4001/a.png", "https://img.example/a.png?x=http:", "https://shop.example.evil/a.png"],
    ]);
    const refused = [
      ...["javascript:alert(1)", "data:image/png;base64,AAAA", "ftp://a.example/a.png", "//a.example/a.png"],
      ...["", "a b.png"],
      ..."- # ? . / // null #a.png ?a.png http:// https: /\\a.example/a.png".split(" "),
      ...["\\\\a.example\\a.png", "javascript:/a.png", "mailto:a@b.example", "//user:pw@a.example/a.png"],
      ...["https://user:pw@a.example/", "java\nscript:alert(1)", "https://a.example/\n.png", null, 5, {}],
      `https://a.example/${"x".repeat(2048)}`,
    ];
    expect(refused.map(imageUrl)).toEqual(refused.map(() => undefined));
  });
});

test("a picture loads over http only from configured hosts or the upstream", async () => {
  const variables = { PUBLIC_ORIGIN: "https://shop.example", UPSTREAM_URL: "http://10.0.0.5:8080" };
  const pictures = ["http://img.example:81/a.png", "http://10.0.0.5:8080/a.png", "http://cdn.example/a.png"];
  await withEnv({ ...variables, IMAGE_HOSTS: "http://img.example:81" }, () => {
    expect(pictures.map(imageUrl)).toEqual([pictures[0], pictures[1], "https://cdn.example/a.png"]);
  });
  await withEnv({ ...variables, IMAGE_BASE_URL: "http://cdn.example/static" }, () => {
    expect(pictures.map(imageUrl), "IMAGE_BASE_URL replaces the upstream").toEqual([
      ...["https://img.example:81/a.png", "https://10.0.0.5:8080/a.png", pictures[2]],
    ]);
  });
});

test("for a host in IMAGE_HOSTS the image proxy uses http and https, browsers use https", async () => {
  const pictures = ["http://cdn.example/a.png", "https://cdn.example/a.png"];
  for (const IMAGE_HOSTS of ["https://cdn.example", "http://cdn.example"]) {
    await withEnv({ IMAGE_HOSTS }, () => {
      expect(pictures.map(imageUrl)).toEqual(pictures);
      expect(pictures.map((url) => isPictureSource(new URL(url)))).toEqual([true, true]);
      expect(namedOrigins()).toEqual(expect.arrayContaining(["http://cdn.example", "https://cdn.example"]));
    });
  }
  await withEnv({ IMAGE_HOSTS: "https://cdn.example", IMAGE_PROXY: "off" }, () => {
    expect(pictures.map(imageUrl)).toEqual([pictures[1], pictures[1]]);
  });
});

test("a relative picture is resolved against IMAGE_BASE_URL, by default the origin of UPSTREAM_URL", async () => {
  const relative = ["/images/a.svg", "images/a.svg", "a.png?v=1", "./a.png", "../a.png", "/圖.png"];
  await withEnv({ UPSTREAM_URL: "http://127.0.0.1:4000/base" }, () => {
    expect(relative.map(imageUrl)).toEqual([
      "http://127.0.0.1:4000/images/a.svg",
      "http://127.0.0.1:4000/images/a.svg",
      "http://127.0.0.1:4000/a.png?v=1",
      "http://127.0.0.1:4000/a.png",
      "http://127.0.0.1:4000/a.png",
      "http://127.0.0.1:4000/%E5%9C%96.png",
    ]);
  });
  await withEnv({ IMAGE_BASE_URL: "https://cdn.example/static/shop" }, () => {
    expect(relative.slice(0, 5).map(imageUrl)).toEqual([
      "https://cdn.example/images/a.svg",
      "https://cdn.example/static/shop/images/a.svg",
      "https://cdn.example/static/shop/a.png?v=1",
      "https://cdn.example/static/shop/a.png",
      "https://cdn.example/static/a.png",
    ]);
  });
  await withEnv({ UPSTREAM_URL: "https://platform.example" }, () => {
    expect(imageUrl("//cdn.example/a.png"), "with the scheme of the base").toBe("https://cdn.example/a.png");
  });
});

test("spaces in a picture's file name are encoded; plain words are not a URL", async () => {
  await withEnv({ UPSTREAM_URL: "https://platform.example" }, () => {
    const sent = ["https://cdn.example/上傳/礦機 1.png", " https://cdn.example/a%20b.png?x=1 2 ", "/upload/礦機 1.png"];
    expect(sent.map(imageUrl)).toEqual([
      "https://cdn.example/%E4%B8%8A%E5%82%B3/%E7%A4%A6%E6%A9%9F%201.png",
      "https://cdn.example/a%20b.png?x=1%202",
      "https://platform.example/upload/%E7%A4%A6%E6%A9%9F%201.png",
    ]);
    const words = [
      "no picture.",
      "見 https://cdn.example/a.png",
      "https://cdn example/a.png",
      "https:// /a.png",
      "/a\nb.png",
    ];
    expect(words.map(imageUrl)).toEqual(words.map(() => undefined));
  });
});

test("a configured link that is empty, #, -, the placeholder, or not https or a mailbox is hidden", async () => {
  await withEnv({ LINK_PLACEHOLDER: "https://placeholder.example/" }, () => {
    expect(visibleLink("https://t.me/shop", "web")).toBe("https://t.me/shop");
    expect(visibleLink("sales@shop.example", "mail")).toBe("mailto:sales@shop.example");
    expect(visibleLink("mailto:sales@shop.example", "mail")).toBe("mailto:sales@shop.example");
    const web = [
      ...["", " ", "#", "-", "https://placeholder.example/", "http://t.me/shop", "javascript:alert(1)", "@shop"],
      ...["t.me/shop", "data:text/html,x", "https://a:b@t.me/", "mailto:sales@shop.example", undefined],
    ];
    expect(web.map((value) => visibleLink(value, "web"))).toEqual(web.map(() => undefined));
    const mail = [
      ...["", "#", "-", "sales", "a@b@c", "a@b.example?subject=x", "a@b.example,c@d.example", "https://t.me/shop"],
      ...["a@b.example\nBcc: c@d.example", "javascript:a@b.example", undefined],
    ];
    expect(mail.map((value) => visibleLink(value, "mail"))).toEqual(mail.map(() => undefined));
  });
});

test.each([
  ["https://", "/a.png"],
  ["https:", "/a.png"],
  ["http:////", "?a.png"],
])("an address whose host is too long is rejected: %s…", (before, after) => {
  const ofHost = (length: number) => imageUrl(`${before}${"a".repeat(length - 4)}.com${after}`);
  expect(ofHost(253)).toContain("a.com/");
  expect(ofHost(254)).toBeUndefined();
  expect(imageUrl(`${before}a${"\u0344\u0334".repeat(900)}${after}`)).toBeUndefined();
  const ofForeign = (count: number) => imageUrl(`${before}${"\u00e9.".repeat(count)}com${after}`);
  expect(ofForeign(63)).toContain(".com/");
  expect(ofForeign(64)).toBeUndefined();
});

test("an address that is too long when it is encoded is rejected", () => {
  const named = (count: number) => `https://cdn.example/${"\u4e00".repeat(count)}.png`;
  for (const read of [imageUrl, (address: string) => visibleLink(address, "web")]) {
    expect(read(named(220))).toMatch(/^https:.*\.png$/);
    expect(read(named(230))).toBeUndefined();
  }
  expect(imageUrl(`https://cdn.example/${"{".repeat(700)}`), "each takes three").toBeUndefined();
  const parse = vi.spyOn(URL, "canParse");
  for (const letter of ["\u00e9", "\u4e00", "\u{1f600}"]) {
    expect(imageUrl(`/${letter.repeat(900)}.png`)).toBeUndefined();
  }
  expect(parse).not.toHaveBeenCalled();
});

test.each([
  ["names of texts by locale", () => oneLine(40)({ en_US: "x", ["-".repeat(7_500_000)]: "y" }), "x"],
  ["addresses", () => imageUrl(`/${" ".repeat(7_500_000)}x`), undefined],
])("%s as long as a response are not rewritten", (_, read, expected) => {
  const before = process.cpuUsage();
  expect(read()).toBe(expected);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(250);
});
