import { expect, test } from "vitest";
import { lint, type Sample } from "../../support/lint";

/** The lint of texts beside other content, which translators of pages replace (decision 0048). */

const inPage = (content: string): Sample => [
  "app/components/P*.tsx",
  `declare const t: (key: string, values?: object) => string; declare const formatDay: (at: number) => string;
   const held = <b>1</b>;
   export const P = ({ on, count, name, list, children }: Record<string, never>) => (${content});`,
];

const LOOSE = [
  '<p>{on ? t("a") : null} {children}</p>',
  '<p><b>1</b>{on && t("a")}</p>',
  "<p><b>1</b>{name || count}</p>",
  "<p><b>1</b>{on ? name : null}</p>",
  "<p><b>1</b>{on ? <i>1</i> : `${name} T`}</p>",
  '<p>{t("a", { count })} <b>1</b></p>',
  '<p><b>1</b>{t(on ? "a" : "b")}</p>',
  "<p>{`${count} T`}<br /></p>",
  "<p>{formatDay(count)}<br /></p>",
  '<p>{on ? <b>1</b> : null}{t("a")}</p>',
  "<p>{on ? <b>1</b> : null}words</p>",
  '<p>{list.map((one) => <i key={one}>1</i>)}{t("a")}</p>',
  '<>{t("a", { count })}</>',
];

const SAFE = [
  '<p>{on ? t("a") : null}</p>',
  '<p>{t("a", { count })}</p>',
  '<p><span>{on ? t("a") : null}</span> {children}</p>',
  '<p>{t("a")} <a href="/b">{t("b")}</a></p>',
  '<p>{on ? <b>1</b> : null} {t("a")}</p>',
  "<p><b>1</b>{on ? children : <i>1</i>}</p>",
  "<p>{on ? <b>1</b> : null}{children}</p>",
  "<p><b>1</b>{on ? held : null}</p>",
  "<>{on ? <b>1</b> : null}<p>words</p></>",
];

test("a text that comes, goes or changes beside other content is refused", async () => {
  for (const [at, found] of (await lint(LOOSE.map(inPage))).entries())
    expect(found, LOOSE[at]).toContain("house(text-has-element)");
});

test("a text alone in its element, and one that stays beside others, is accepted", async () => {
  for (const [at, found] of (await lint(SAFE.map(inPage))).entries())
    expect(found, SAFE[at]).not.toContain("house(text-has-element)");
});
