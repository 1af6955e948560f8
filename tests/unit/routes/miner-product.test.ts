import { describe, expect, test, vi } from "vitest";
import * as route from "~/routes/MinerProductDetail.$id/route";
import { type Fault } from "@storefront/sandbox/start";
import { endOfRenewals } from "~server/upstream/client";
import { browserAt, site } from "../../support/documents";
import { openStale, STALE_SINCE } from "../../support/faults";
import { all, attributesOf, linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();
const ENGLISH = "en_US";
const CHINESE = "el_GR";

const pages = site({ "MinerProductDetail/:id": route });

async function miner(id: number | string = 2001, locale = ENGLISH) {
  const page = await browserAt(pages, locale).open(`/MinerProductDetail/${id}`);
  const main = sourceOf(page.html, "main");
  return { ...page, main, text: textOf(main) };
}

const headingsOf = (html: string) =>
  all(html, "h1, h2, h3, h4, h5, h6").map((head) => `${head.prop("tagName")?.toLowerCase()} ${textOf(head)}`);
const label = (attr: string, description: string) => ({ attr, description });

describe("the page of a miner", () => {
  test.each([
    [
      ENGLISH,
      "en",
      ["h1 Meridian S21 Pro Hosting", "On Sale", "Hashrate 234 TH/s", "Algorithm SHA-256", "Cooling Air"],
      ["h2 Specification", "h2 Configuration", "h2 Hosting Meridian S21 Pro", "h3 Hosting includes"],
    ],
    [
      CHINESE,
      "zh-Hant",
      ["h1 Meridian S21 Pro 託管礦機", "銷售中", "額定算力 234 TH/s", "演算法 SHA-256", "散熱方式 風冷"],
      ["h2 產品規格", "h2 配置參數", "h2 Meridian S21 Pro 託管方案", "h3 託管包含"],
    ],
  ])(
    "shows title, status, attributes by locale, configuration and introduction: %s",
    async (locale, lang, facts, sections) => {
      const page = await miner(2001, locale);
      expect(page.status).toBe(200);
      expect(attributesOf(page.html, "html", "lang")).toEqual([lang]);
      const [title = "", ...others] = facts;
      expect(headingsOf(page.main)[0]).toBe(title);
      expect(titleOf(page.html).startsWith(`${title.slice(3)} –`)).toBe(true);
      for (const fact of others) expect(page.text).toContain(fact);
      expect(headingsOf(page.main)).toEqual(expect.arrayContaining(sections));
      const [request] = await sandbox.requests("project_sku_detail");
      expect(request?.body).toEqual({ productId: "2001" });
      expect(request?.headers["exchange-language"]).toBe(locale);
    },
  );

  test("is in the visitor's language, whatever shape the upstream's texts have", async () => {
    for (const id of [2001, 2002, 2003]) {
      const text = (await miner(id, CHINESE)).text;
      expect(text, String(id)).toContain("託管包含");
      expect(text, String(id)).toContain("電源輸入");
      expect(text, String(id)).not.toContain("Power input");
    }
  });

  test("shows attributes that the upstream sends twice only once", async () => {
    await sandbox.setProduct("2001", {
      otherAttrs: [label("Hashrate", "1 TH/s")],
      productMinerAttr: [label("Hashrate", "1 TH/s"), label("Cooling", "Air"), label("Cooling", "Air")],
      productMinerOtherAttr: [label("Hashrate", "2 TH/s"), label("Cooling", "Air"), label("Noise", "70 dB")],
    });
    const { text } = await miner();
    expect(text.match(/Hashrate 1 TH\/s/g)).toHaveLength(1);
    expect(text.match(/Cooling Air/g)).toHaveLength(1);
    expect(text).toContain("Configuration Hashrate 2 TH/s Noise 70 dB");
  });

  test("shows its pictures with size and text, lazily, each with a numbered link", async () => {
    const page = await miner();
    const images = all(page.main, "img");
    expect(images).toHaveLength(5);
    images.forEach((image, index) => {
      const alt = `Meridian S21 Pro Hosting, picture ${index + 1} of 5`;
      expect(image.attr()).toMatchObject({ alt, width: "600", height: "400" });
      // All are further down on a phone.
      expect(image.attr("loading")).toBe("lazy");
      expect(page.main).toContain(`id="picture-${index + 1}"`);
    });
    const links = linksOf(page.main).filter(({ href }) => href.startsWith("#"));
    expect(links.map(({ href }) => href)).toEqual([1, 2, 3, 4, 5].map((number) => `#picture-${number}`));
  });

  test("links to the contact form, with the product's id", async () => {
    const contact = linksOf((await miner()).main).find(({ text }) => text === "Contact us");
    expect(contact?.href).toBe("/LeavingMessage?product=2001");
    const page = await miner(2001, CHINESE);
    expect(linksOf(page.main).find(({ text }) => text === "聯絡我們")?.href).toBe("/LeavingMessage?product=2001");
  });

  test("sells nothing: no price, no form, no script", async () => {
    const { main, html, headers } = await miner();
    expect(all(main, "form, button, input")).toEqual([]);
    expect(textOf(main)).not.toMatch(/4,?680|USDT/);
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
  });

  test("sets no cookie, since it is the same for everybody", async () => {
    expect((await miner()).headers.get("set-cookie")).toBeNull();
  });

  test.each([
    [0, "presale", "Pre Sale"],
    ["2", "ended", "Sale Ended"],
    [3, "onsale", "On Sale"],
  ])("with status %j says so, and still links to the contact form", async (productStatus, tag, words) => {
    await sandbox.setProduct("2001", { productStatus });
    const { main } = await miner();
    expect(textsOf(main, `.tag.tag-${tag}`)).toEqual([words]);
    expect(main).toContain('href="/LeavingMessage?product=2001"');
    const headings: Record<string, string> = {
      presale: "This machine is not on sale yet",
      ended: "The sale of this machine has ended",
      onsale: "Would you like us to host one?",
    };
    expect(textsOf(main, ".contact h2")).toEqual([headings[tag]]);
    // Of one that has ended the others are the main way on.
    const isOver = tag === "ended";
    expect(attributesOf(main, ".contact .button:not(.button-quiet)", "href")).toEqual([
      isOver ? "/Index/Miner" : "/LeavingMessage?product=2001",
    ]);
  });

  test("the page of a miner with almost no data has no empty sections", async () => {
    const nothing = { thumbnail2Detail: [], thumbnail2List: "", productMinerIntroduce: "  ", otherAttrs: [] };
    await sandbox.setProduct("2001", { ...nothing, productMinerAttr: [], productMinerOtherAttr: null });
    const { status, main } = await miner();
    expect(status).toBe(200);
    expect(headingsOf(main)).toEqual(["h1 Meridian S21 Pro Hosting", "h2 Would you like us to host one?"]);
    expect(all(main, "img")).toEqual([]);
  });

  test("an introduction above 64 kB is cut, and the page says so", async () => {
    await sandbox.setProduct("2001", { productMinerIntroduce: "word ".repeat(40_000) });
    expect((await miner()).text).toContain("This text is too long to show in full. The rest has been left out.");
    expect((await miner(undefined, CHINESE)).text).toContain("內容過長，其餘部分未顯示。");
  });

  test("the introduction of the upstream never becomes markup that runs", async () => {
    await sandbox.setProduct("2001", {
      productMinerIntroduce:
        "## <img src=x onerror=alert(1)>Title\n<script>alert(1)</script>\n\n[more](javascript:alert(1))",
      productMinerAttr: [label("<b>bold</b>", "<script>alert(1)</script>")],
    });
    const { main, text } = await miner();
    expect(main).not.toMatch(/<script|javascript:|onerror|<b>/i);
    expect(text).toContain("<b>bold</b> <script>alert(1)</script>");
    expect(headingsOf(main)).toContain("h2 Title");
  });
});

describe("what cannot be shown", () => {
  test("an unknown id is a 404 with a link to the list", async () => {
    for (const id of ["0", "nosuch", "%3Cscript%3E", "..%2FLogin"]) {
      const page = await miner(id);
      expect(page.status, id).toBe(404);
      expect(page.html, id).toContain("This machine could not be found");
      expect(linksOf(page.main).map(({ href }) => href)).toContain("/Index/Miner");
    }
    expect((await miner("0", CHINESE)).html).toContain("找不到這款礦機");
  });

  test.each<[string, Fault]>([
    ["an error page", { kind: "html" }],
    ["half an answer", { kind: "malformed" }],
    ["a dropped connection", { kind: "reset" }],
    ["a session that nobody showed", { kind: "error", code: "10002" }],
    ["a refusal whose code nobody knows", { kind: "error", code: 20001, msg: "This product does not exist." }],
    ["a gateway's failure in JSON", { kind: "gateway", status: 502, body: { code: 20001, msg: "10.0.0.7 is down" } }],
    ["a gateway's failure that looks like success", { kind: "gateway", status: 503, body: { code: 0, data: null } }],
    ["a firewall's no", { kind: "gateway", status: 403 }],
  ])("a detail failing with %s: 503 with a retry link", async (_, fault) => {
    await sandbox.fail("project_sku_detail", fault);
    for (const [locale, sorry] of [
      [ENGLISH, "This machine cannot be loaded right now"],
      [CHINESE, "暫時無法取得這款礦機"],
    ] as const) {
      const page = await miner(2001, locale);
      expect(page.status).toBe(503);
      expect(page.text).toContain(sorry);
      expect(attributesOf(page.main, "a.button", "href")).toContain("/MinerProductDetail/2001");
      expect(page.html).not.toContain("10.0.0.7");
      expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(page.headers.get("set-cookie"), "nobody is signed out for it").toBeNull();
    }
  });

  test.each<[string, Fault]>([
    ["success without data", { kind: "answer", body: { code: 0, msg: "", data: null } }],
    ["success with empty data", { kind: "answer", body: { code: "0", data: {} } }],
    ["a bare 404", { kind: "gateway", status: 404 }],
    ["a 404 with an envelope", { kind: "gateway", status: 404, body: { code: 20001, msg: "gone", data: null } }],
  ])(
    "a product that the upstream says it does not have (%s) is a 404, also after a good response",
    async (_, fault) => {
      const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);
      vi.useFakeTimers({ toFake: ["Date"], now: startMs });
      expect((await miner()).status).toBe(200);
      vi.setSystemTime(startMs + 31_000);
      await sandbox.fail("project_sku_detail", fault);
      expect((await miner()).status, "shown once more, while it is renewed").toBe(200);
      await endOfRenewals();
      expect((await miner()).status).toBe(404);
      await sandbox.fail("project_sku_detail", { kind: "reset" });
      expect((await miner()).status, "what is gone does not come back as an older answer").toBe(503);
    },
  );

  test.each<[string, Fault]>([
    ["refuses with a code that nobody knows", { kind: "error", code: 20001 }],
    ["has a gateway that fails in JSON", { kind: "gateway", status: 500, body: { code: 1, msg: "no" } }],
  ])("where the upstream %s, the last good response is shown with “as of …”", async (_, fault) => {
    const { page } = await openStale(sandbox, "project_sku_detail", miner, fault);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(STALE_SINCE)]);
  });

  test("a detail failing after a good response: the last good one with “as of …”, for five minutes", async () => {
    const { page, openLater } = await openStale(sandbox, "project_sku_detail", miner);
    expect(page.status).toBe(200);
    expect(page.text).toContain(STALE_SINCE);
    expect((await openLater()).status).toBe(503);
  });
});
