import { expect, test } from "vitest";
import { CopyField } from "~/components/form/CopyField";
import { all, only, textsOf } from "../../support/html";
import { render } from "../../support/render";

test("a value to copy is a labelled read-only field; its button needs scripts and is not in the HTML", () => {
  const html = render(<CopyField id="c" label="Deposit address" value="0xabc" hint="Yours" />);
  expect(textsOf(html, "label[for=c]")).toEqual(["Deposit address"]);
  expect(textsOf(html, "textarea#c[readonly]")).toEqual(["0xabc"]);
  expect(only(html, "textarea#c").attr()).toMatchObject({ rows: "1", "aria-describedby": "c-hint" });
  expect(textsOf(html, "p#c-hint.field-hint")).toEqual(["Yours"]);
  expect(all(html, "button, [role=status]:not(:empty)")).toEqual([]);
});

test("the field has no name, so it is never sent or autocompleted", () => {
  const html = render(<CopyField id="c" label="L" value="v" />);
  expect(html).not.toContain(" name=");
  expect(html).toMatch(/autocomplete="off"/i);
  expect(html).not.toContain("aria-describedby");
});

test("a long value has enough lines to show all of it on a small phone", () => {
  const html = render(<CopyField id="c" label="L" value={"x".repeat(50)} />);
  expect(only(html, "textarea#c").attr("rows")).toBe("3");
});

test("the value is shown as text", () => {
  expect(render(<CopyField id="c" label="L" value={'"><img src=x>'} />)).not.toContain("<img");
});
