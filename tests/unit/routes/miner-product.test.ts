import { describe, expect, test, vi } from "vitest";
import { type Fault } from "@storefront/sandbox/start";
import { browserAt } from "../../support/documents";
import { openStale, STALE_SINCE } from "../../support/faults";
import { all, attributesOf, linksOf, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { readsEnd } from "../../support/reads-end";

const sandbox = await useUpstream();
const ENGLISH = "en_US";

async function miner(id: number | string = 2001, locale = ENGLISH) {
  const page = await browserAt(pages, locale).open(`/MinerProductDetail/${id}`);
  const main = sourceOf(page.html, "main");
  return { ...page, main, text: textOf(main) };
}

const headingsOf = (html: string) =>
  all(html, "h1, h2, h3, h4, h5, h6").map((head) => `${head.prop("tagName")?.toLowerCase()} ${textOf(head)}`);
const label = (attr: string, description: string) => ({ attr, description });

describe("the page of a miner", () => {
  test("shows title, status, localised attributes, configuration and introduction", async () => {
    const facts = ["h1 Meridian S21 Pro Hosting", "On Sale", "Hashrate 234 TH/s", "Algorithm SHA-256", "Cooling Air"];
    const sections = ["h2 Specification", "h2 Configuration", "h2 Hosting Meridian S21 Pro", "h3 Hosting includes"];
    const page = await miner();
    expect(page.status).toBe(200);
    expect(attributesOf(page.html, "html", "lang")).toEqual(["en"]);
    const [title = "", ...others] = facts;
    expect(headingsOf(page.main)[0]).toBe(title);
    expect(titleOf(page.html).startsWith(`${title.slice(3)} –`)).toBe(true);
    for (const fact of others) expect(page.text).toContain(fact);
    expect(headingsOf(page.main)).toEqual(expect.arrayContaining(sections));
    const [request] = await sandbox.requests("project_sku_detail");
    expect(request?.body).toEqual({ productId: "2001" });
    expect(request?.headers["exchange-language"]).toBe(ENGLISH);
  });

  test("sells nothing: no price, no form, no script", async () => {
    const { main, html, headers } = await miner();
    expect(all(main, "form, button, input")).toEqual([]);
    expect(textOf(main)).not.toMatch(/4,?680|USDT/);
    expect(headers.get("content-security-policy")).toContain("script-src 'none'");
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
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
      presale: "This machine isn’t on sale yet",
      ended: "This machine is no longer on sale",
      onsale: "Would you like us to host one?",
    };
    expect(textsOf(main, ".contact h2")).toEqual([headings[tag]]);
    // For an ended product the main action is the list.
    const isOver = tag === "ended";
    expect(attributesOf(main, ".contact .button:not(.button-quiet)", "href")).toEqual([
      isOver ? "/Index/Miner" : "/LeavingMessage?product=2001",
    ]);
  });

  test("an introduction above 64 kB is cut, and the page says so", async () => {
    await sandbox.setProduct("2001", { productMinerIntroduce: "word ".repeat(40_000) });
    expect((await miner()).text).toContain("This text is too long to show in full.");
  });

  test("the upstream's introduction never becomes executable markup", async () => {
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

describe("data that cannot be shown", () => {
  test("an unknown id is a 404 with a link to the list", async () => {
    for (const id of ["0", "nosuch", "%3Cscript%3E", "..%2FLogin"]) {
      const page = await miner(id);
      expect(page.status, id).toBe(404);
      expect(page.html, id).toContain("We can’t find this machine");
      expect(linksOf(page.main).map(({ href }) => href)).toContain("/Index/Miner");
    }
  });

  test.each<[string, Fault]>([
    ["success without data", { kind: "answer", body: { code: 0, msg: "", data: null } }],
    ["a 404 with an envelope", { kind: "gateway", status: 404, body: { code: 20001, msg: "gone", data: null } }],
  ])("a product reported as missing (%s) is a 404, even after a good response", async (_, fault) => {
    const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);
    vi.useFakeTimers({ toFake: ["Date"], now: startMs });
    expect((await miner()).status).toBe(200);
    vi.setSystemTime(startMs + 31_000);
    await sandbox.fail("project_sku_detail", fault);
    expect((await miner()).status, "shown once more while it is renewed").toBe(200);
    await readsEnd();
    expect((await miner()).status).toBe(404);
    await sandbox.fail("project_sku_detail", { kind: "reset" });
    expect((await miner()).status, "a missing product does not reappear from an older response").toBe(503);
  });

  test("a product that fails after a good response is shown with “as of …” for five minutes", async () => {
    const { page, openLater } = await openStale(sandbox, "project_sku_detail", miner);
    expect(page.status).toBe(200);
    expect(page.text).toContain(STALE_SINCE);
    expect((await openLater()).status).toBe(503);
  });
});
