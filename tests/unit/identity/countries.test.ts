import { expect, test } from "vitest";
import { builtInCountries, readCountry, searchCountries } from "~server/identity/countries";
import { COUNTRIES_BY_NAMES } from "@storefront/sandbox/data/countries";
import { countries } from "~server/upstream/site";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();

test.each(["TW", "tw", "Tw", "TWN", "twn", "158", "Taiwan", "taiwan"])("%s names Taiwan", async (sent) => {
  expect(await readCountry("en_US", sent)).toMatchObject({ numberCode: "158", areaCode: "886" });
});

test.each(["zz", "t", "twnn", "", "__proto__", "constructor"])("%j does not name a country", async (sent) => {
  expect(await readCountry("en_US", sent)).toBeNull();
});

test.each([
  ["en_US", "Afghanistan", "Taiwan"],
  ["el_GR", "阿富汗", "台灣"],
] as const)(
  "countries with a name per language, and numbers without leading zeros, are read (%s)",
  async (locale, name, taiwan) => {
    const body = { code: 0, data: { "country-h5": COUNTRIES_BY_NAMES } };
    await sandbox.fail("kv", { kind: "answer", body }, { asking: { keys: "country-h5" } });
    const list = await countries({ locale });
    expect(list).toHaveLength(COUNTRIES_BY_NAMES.length);
    expect(list.find(({ numberCode }) => numberCode === "4")).toEqual({ name, areaCode: "93", numberCode: "4" });
    for (const sent of ["AF", "004", "4", "Afghanistan", "阿富汗"])
      expect(await readCountry(locale, sent)).toMatchObject({ name, numberCode: "4" });
    expect((await searchCountries(locale, taiwan)).map(({ areaCode }) => areaCode)).toEqual(["886"]);
  },
);

test("a country named only in the other language gets our name; one without a code is omitted", async () => {
  const rows = [
    { enName: "Afghanistan", cnName: "", dialingCode: "+93", numberCode: 4 },
    { enName: null, cnName: "台灣", dialingCode: "886", numberCode: "158" },
    { enName: "Nowhere", dialingCode: "+", numberCode: "9" },
    { enName: "", cnName: null, dialingCode: "+1", numberCode: "840" },
  ];
  const body = { code: 0, data: JSON.stringify(rows) };
  await sandbox.fail("kv", { kind: "answer", body }, { asking: { keys: "country-h5" } });
  const names = async (locale: "en_US" | "el_GR") => (await countries({ locale })).map(({ name }) => name);
  expect(await names("en_US")).toEqual(["Afghanistan", "Taiwan"]);
  expect(await names("el_GR")).toEqual(["阿富汗", "台灣"]);
});

test("Hong Kong and Macao have their short names, in the upstream's list and in ours", async () => {
  const rows = [
    { name: "Hong Kong SAR China", areaCode: "852", numberCode: "344" },
    { name: "中國澳門特別行政區", areaCode: "853", numberCode: "446" },
  ];
  await sandbox.fail("kv", { kind: "answer", body: { code: 0, data: rows } }, { asking: { keys: "country-h5" } });
  const named = { en_US: ["Hong Kong", "Macao"], el_GR: ["香港", "澳門"] };
  for (const locale of ["en_US", "el_GR"] as const) {
    expect((await countries({ locale })).map(({ name }) => name)).toEqual(named[locale]);
    const ours = builtInCountries(locale).map(({ name }) => name);
    expect(ours).toEqual(expect.arrayContaining(named[locale]));
  }
});

test.each([
  '{"numberCode":{"toString":1,"valueOf":1}}',
  `{"numberCode":${"[".repeat(4_000)}${"]".repeat(4_000)}}`,
  '{"numberCode":[158]}',
])("a URL that names a country by anything but text or number selects none: %s", async (sent) => {
  expect(await readCountry("en_US", sent)).toBeNull();
  const named = JSON.stringify({ numberCode: "158", areaCode: { toString: 1, valueOf: 1 } });
  expect(await readCountry("en_US", named)).toMatchObject({ numberCode: "158", areaCode: "886" });
});
