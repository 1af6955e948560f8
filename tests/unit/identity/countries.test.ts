import { expect, test } from "vitest";
import { readCountry } from "~server/identity/countries";
import { useUpstream } from "../../support/upstream";

await useUpstream();

test.each(["TW", "tw", "Tw", "TWN", "twn", "158", "Taiwan", "taiwan"])("%s names Taiwan", async (sent) => {
  expect(await readCountry("en_US", sent)).toMatchObject({ numberCode: "158", areaCode: "886" });
});

test.each(["zz", "t", "twnn", "", "__proto__", "constructor"])("%j names no country", async (sent) => {
  expect(await readCountry("en_US", sent)).toBeNull();
});
