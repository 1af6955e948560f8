import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";
import { exchange, hashrate, isSuccess } from "./calls";

const sandbox = await useSandbox({ eachTest: "faults" });
const kv = async (keys: string, language: "el_GR" | "en_US" = "en_US") =>
  (await hashrate(sandbox, "common/kv", { keys }, { language })).data as unknown;

interface Country {
  name: string;
  areaCode: string;
  numberCode: string;
}

test("kv responds in three shapes: the list, an object with the list under the key, a JSON string", async () => {
  expect(await kv("banner-h5")).toHaveLength(3);
  expect(Object.keys((await kv("country-h5")) as object)).toEqual(["country-h5"]);
  expect(JSON.parse((await kv("merchant-config-h5")) as string)).toMatchObject({ telegram: "https://t.me/example" });
  expect(await kv("no-such-key")).toEqual([]);
});

test("the countries are all there, with calling code and number, named in the language of the header", async () => {
  const english = ((await kv("country-h5")) as { "country-h5": Country[] })["country-h5"];
  const chinese = ((await kv("country-h5", "el_GR")) as { "country-h5": Country[] })["country-h5"];
  expect(english.length).toBeGreaterThanOrEqual(235);
  expect(new Set(english.map(({ numberCode }) => numberCode)).size).toBe(english.length);
  const byNumber = (list: Country[], number: string) => list.find(({ numberCode }) => numberCode === number);
  expect(byNumber(english, "840")).toEqual({ name: "United States", areaCode: "1", numberCode: "840" });
  expect(byNumber(chinese, "276")).toEqual({ name: "德國", areaCode: "49", numberCode: "276" });
  expect(byNumber(english, "156")).toMatchObject({ areaCode: "86" });
});

test("the website configuration has every key, with a title in both languages", async () => {
  const read = async (language: "el_GR" | "en_US") =>
    JSON.parse((await kv("merchant-config-h5", language)) as string) as Record<string, string>;
  const english = await read("en_US");
  expect(Object.keys(english)).toEqual(
    expect.arrayContaining(
      "title favicon appHomeLogoOS appLogoOS appLauncher appPhoneView telegram twitter salesEMail supportEMail".split(
        " ",
      ),
    ),
  );
  expect(english.title).not.toBe((await read("el_GR")).title);
});

interface Notice {
  id: number;
  title: string;
  content: string;
  timeLong: number;
}

async function notices(body: object, language: "el_GR" | "en_US" = "en_US") {
  const { data } = await exchange(sandbox, "notice/notice_info_list", body, { language });
  return data as unknown as { count: number; noticeInfoList: Notice[] };
}

test("notices come newest first, a page at a time, in both languages, some with hostile HTML", async () => {
  const all = await notices({ page: 1, pageSize: 100 });
  expect(all.count).toBeGreaterThanOrEqual(12);
  expect(all.noticeInfoList).toHaveLength(all.count);
  const times = all.noticeInfoList.map(({ timeLong }) => timeLong);
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect((await notices({ page: 2, pageSize: 5 })).noticeInfoList).toEqual(all.noticeInfoList.slice(5, 10));
  expect((await notices({ page: 1, pageSize: 1 }, "el_GR")).noticeInfoList[0]?.title).toMatch(/雲算力/);
  const html = all.noticeInfoList.map(({ content }) => content).join("");
  for (const trick of ["<script>", "onerror=", "javascript:", "<style>", "<table>"]) expect(html).toContain(trick);
});

test("the keyword is searched in title and text, not in tags", async () => {
  expect((await notices({ page: 1, pageSize: 100, keyword: "bep20" })).count).toBe(1);
  expect((await notices({ page: 1, pageSize: 100, keyword: "儲值" }, "el_GR")).count).toBeGreaterThan(1);
  expect((await notices({ page: 1, pageSize: 100, keyword: "onerror" })).count).toBe(0);
});

test("public_info_market has the coins with their precision, and the chains of coins with several", async () => {
  const { data } = await exchange(sandbox, "common/public_info_market");
  expect(data.market).toMatchObject({
    coinList: { USDT: { showName: "USDT", showPrecision: "4" }, XRP: { tagType: "1" } },
    followCoinList: { USDT: { TUSDT: { name: "TUSDT", mainChainName: "TRC20" }, EUSDT: { mainChainName: "ERC20" } } },
  });
});

test("app_download and tartCaptcha respond in their shapes", async () => {
  expect((await exchange(sandbox, "common/app_download")).data).toEqual({
    android_download_url: expect.stringMatching(/^https:/) as unknown,
    ios_download_url: expect.stringMatching(/^https:/) as unknown,
    ios_testFlight_url: expect.stringMatching(/^https:/) as unknown,
  });
  const { captcha } = (await exchange(sandbox, "common/tartCaptcha")).data as { captcha: Record<string, unknown> };
  expect(captcha).toMatchObject({ success: 1, gt: expect.any(String) as unknown });
  expect(captcha.challenge).toMatch(/^[0-9a-f]{32}$/);
});

test("an enquiry needs every field and is shown in the inbox as text", async () => {
  const enquiry = {
    name: "<b>Ann</b>",
    tel: "+886-912345678",
    email: "ann@example.com",
    social: "Telegram-@ann",
    message: "How many machines?",
    url: "/Index/Miner",
  };
  expect((await hashrate(sandbox, "originClueCollect", { ...enquiry, tel: " " })).code).toBe("40001");
  expect(isSuccess(await hashrate(sandbox, "originClueCollect", enquiry))).toBe(true);
  const inbox = await (await fetch(`${sandbox.url}/inbox`)).text();
  expect(inbox).toContain("&lt;b&gt;Ann&lt;/b&gt;");
  expect(inbox).toContain("Telegram-@ann");
});
