import { expect, test } from "../support/journey";
import { sideways } from "../support/sideways";

test.use({ viewport: { width: 320, height: 640 } });

test("no notice makes the page scroll sideways, however wide its content is @long", async ({ page, sandbox }) => {
  const wide = "0123456789".repeat(30);
  const content = `<pre>${wide}</pre><div>${wide}</div><table><tr><td>${wide}</td><td>${wide}</td></tr></table>`;
  const notice = { id: "wide", title: wide, content: `${content}<a href="https://a.example/${wide}">${wide}</a>` };
  const body = { code: 0, msg: "", data: { count: 1, noticeInfoList: [notice] } };
  await sandbox.fail("notice_info_list", { kind: "answer", body });
  // A search is not cached, so that no earlier response is served.
  for (const path of ["/Notice?q=wide", "/NoticeDetail?id=wide&q=wide"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    expect(await sideways(page), path).toEqual([]);
  }
});
