import { expect, test } from "vitest";
import { citable, citationsIn, documents, oldForms, sourceFiles } from "../../support/citations";

const pages = documents();
const files = sourceFiles();
const known = new Set(citable(pages));

test("every citation in code, styles and tests refers to an existing rule, decision, house rule or trap", () => {
  const broken = files.flatMap(({ path, text }) =>
    citationsIn(text)
      .filter(({ cites }) => cites.length === 0 || !cites.every((one) => known.has(one)))
      .map(({ line, text: citation }) => `${path}:${line}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

test("nothing cites a document outside the repository", () => {
  const left = [...files, ...pages].flatMap(({ path, text }) => oldForms(text).map((found) => `${path}:${found}`));
  expect(left).toEqual([]);
});

test("no file has conflict markers, not even reformatted ones", () => {
  const marks = /^(?:<{7} |>{7} |={7}$|\| ={7} |(?:> ){6,})/m;
  expect([...files, ...pages].filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([]);
});

test("every number is unique, and every chapter has rules", () => {
  const numbers = citable(pages);
  expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
  const chapters = numbers.filter((one) => /^behaviour \d+$/.test(one));
  expect(chapters.length).toBeGreaterThanOrEqual(13);
  expect(chapters.filter((chapter) => !known.has(`${chapter}.1`))).toEqual([]);
});

test("documents for newcomers stay short: CONTRIBUTING at most 130 lines, at most 25 decisions", () => {
  const contributing = pages.find(({ path }) => path === "CONTRIBUTING.md")?.text ?? "";
  expect(contributing.trimEnd().split("\n").length).toBeLessThanOrEqual(130);
  expect(citable(pages).filter((one) => one.startsWith("decision")).length).toBeLessThanOrEqual(25);
});
