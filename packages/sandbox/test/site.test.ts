import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";
import { exchange, hashrate, isSuccess } from "./calls";

const sandbox = await useSandbox({ eachTest: "faults" });
const kv = async (keys: string, language: "el_GR" | "en_US" = "en_US") =>
  (await hashrate(sandbox, "common/kv", { keys }, { language })).data as unknown;

test("kv responds in three shapes: the list, an object with the list under the key, a JSON string", async () => {
  expect(await kv("banner-h5")).toHaveLength(3);
  expect(Object.keys((await kv("country-h5")) as object)).toEqual(["country-h5"]);
  expect(JSON.parse((await kv("merchant-config-h5")) as string)).toMatchObject({ telegram: "https://t.me/example" });
  expect(await kv("no-such-key")).toEqual([]);
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

test("notices are paginated, newest first, in both languages, some with hostile HTML", async () => {
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

test("the keyword is searched in titles and text, not in tags", async () => {
  expect((await notices({ page: 1, pageSize: 100, keyword: "bep20" })).count).toBe(1);
  expect((await notices({ page: 1, pageSize: 100, keyword: "儲值" }, "el_GR")).count).toBeGreaterThan(1);
  expect((await notices({ page: 1, pageSize: 100, keyword: "onerror" })).count).toBe(0);
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
