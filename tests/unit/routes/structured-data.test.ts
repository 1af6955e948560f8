import { beforeEach, expect, test } from "vitest";
import { helpOf } from "~server/content/help";
import { browserAt } from "../../support/documents";
import { showContent } from "../../support/content-folder";
import { all } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

const sandbox = await useUpstream();
beforeEach(beginAnew);

const BLOCK = 'head > script[type="application/ld+json"]';

/** The page's only block of structured data. */
async function dataOf(path: string) {
  const { html } = await browserAt(pages, "en_US").open(path);
  const [block, ...more] = all(html, BLOCK);
  expect(more).toEqual([]);
  return { html, data: JSON.parse(block?.text() ?? "null") as Record<string, unknown> | null };
}

test("Home names the organisation from the website configuration", async () => {
  const { data } = await dataOf("/Index/Home");
  expect(data).toMatchObject({
    "@context": "https://schema.org",
    "@type": "Organization",
    email: "support@example.com",
    sameAs: ["https://t.me/example", "https://twitter.com/example"],
  });
  expect(data?.["url"]).toMatch(/^https?:\/\/[^/]+\/$/);
});

test("Home names the configured operator, whose text cannot close the block", async () => {
  expect(Object.keys((await dataOf("/Index/Home")).data ?? {})).not.toContain("legalName");
  const company = { name: "A & B</script><b>", address: "1 Road", registration: "R-7", email: "hi@shop.example" };
  showContent({ "company.json": JSON.stringify({ ...company, phone: "+886 2 1234" }) });
  expect((await dataOf("/Index/Home")).data).toMatchObject({
    legalName: company.name,
    address: "1 Road",
    identifier: "R-7",
    telephone: "+886 2 1234",
    email: "hi@shop.example",
  });
});

test("Help includes its questions and answers, a search does not", async () => {
  const { data } = await dataOf("/Help");
  const questions = helpOf("en_US").flatMap(({ entries }) => entries);
  const message = (data?.["mainEntity"] ?? []) as { name: string; acceptedAnswer: { text: string } }[];
  expect(message.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
    questions.map(({ question, answer }) => [question, answer.join("\n")]),
  );
  expect((await dataOf("/Help?q=memo")).data).toBeNull();
});

test.each(["/PowerProductDetail/1001", "/MinerProductDetail/2001"])(
  "%s is a product without an offer",
  async (path) => {
    const { data } = await dataOf(path);
    expect(Object.keys(data ?? {}).sort()).toEqual(["@context", "@type", "description", "image", "name", "url"]);
    expect(data?.["@type"]).toBe("Product");
    expect(data?.["url"]).toMatch(new RegExp(`^https?://[^/]+${path}$`));
  },
);

test("upstream text cannot close the block", async () => {
  const title = '</script><img src=x onerror=alert(1)><!--<script>"\\';
  await sandbox.setProduct("1001", { title });
  const { html, data } = await dataOf("/PowerProductDetail/1001");
  expect(data?.["name"]).toBe(title);
  expect(all(html, "img[onerror]")).toEqual([]);
});
