import { expect, test } from "vitest";
import { CopyField } from "~/components/CopyField";
import { all, only } from "../support/html";
import { render } from "../support/render";

test("a value to copy is a labelled read-only field, without a button, which would need scripts", () => {
  const html = render(<CopyField id="c" label="Deposit address" value="0xabc" hint="Yours" />);
  expect(html).toContain('<label for="c">Deposit address</label>');
  expect(only(html, "input#c[readonly]").attr()).toMatchObject({ type: "text", value: "0xabc" });
  expect(html).toContain('aria-describedby="c-hint"');
  expect(html).toContain('<p class="field-hint" id="c-hint">Yours</p>');
  expect(all(html, "button, [role=status]")).toEqual([]);
});

test("it is never sent or autocompleted: it has no name", () => {
  const html = render(<CopyField id="c" label="L" value="v" />);
  expect(html).not.toContain(" name=");
  expect(html).toMatch(/autocomplete="off"/i);
  expect(html).not.toContain("aria-describedby");
});

test("its value is shown as text", () => {
  expect(render(<CopyField id="c" label="L" value={'"><img src=x>'} />)).not.toContain("<img");
});
