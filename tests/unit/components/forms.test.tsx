import { expect, test } from "vitest";
import { CheckField } from "~/components/form/CheckField";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { Field } from "~/components/form/Field";
import { readSubmission } from "~/components/form/form-result";
import { Sheet } from "~/components/form/Sheet";
import { Toast } from "~/components/feedback/Toast";
import { all, only, textsOf } from "../../support/html";
import { render } from "../../support/render";
import { messageKey } from "~server/i18n/message";

test("a field refers to its hint and its error, and is marked as invalid", () => {
  const wrong = <Field id="f" name="email" label="E-mail" hint="Yours" errors={["errors.emailInvalid"]} />;
  const html = render(wrong);
  expect(textsOf(html, "label[for=f]")).toEqual(["E-mail"]);
  expect(only(html, "[name=email][aria-invalid=true]").attr("aria-describedby")).toBe("f-hint f-error");
  expect(textsOf(html, "p#f-hint.field-hint")).toEqual(["Yours"]);
  expect(textsOf(html, "p#f-error.field-error")).toEqual(["Please enter a valid email address."]);
});

test("a field without hint or error refers to neither", () => {
  const html = render(<Field id="f" name="email" label="E-mail" errors={[]} />);
  expect(html).not.toMatch(/aria-|field-wrong|field-hint|field-error/);
});

test("an error summary links each message to its field, after messages without a field", () => {
  const html = render(
    <ErrorSummary
      formErrors={["errors.network"]}
      fields={{
        code: { id: "buy-code", errors: ['["errors.resendWait",{"seconds":12}]'] },
        account: { id: "buy-account", errors: ["errors.accountRequired", "errors.invalid"] },
        fine: { id: "buy-fine" },
      }}
      labels={{ account: "Account", code: "Code", fine: "Fine" }}
    />,
  );
  const lines = textsOf(html, "body > div.summary[role=alert]:first-child li");
  expect(lines).toEqual([
    "Network exception, please try again later!",
    "Account: Enter your account.",
    "Code: You asked for a code a moment ago. You can get a new one in 12 seconds.",
  ]);
  expect(textsOf(html, 'a[href="#buy-account"]')).toEqual(lines.slice(1, 2));
  expect(textsOf(html, 'a[href="#buy-code"]')).toEqual(lines.slice(2));
  expect(only(html, "[autofocus]").attr()).toMatchObject({ id: "summary", tabindex: "-1" });
});

test("a form with one wrong field shows the message only there, and focuses the field", () => {
  const refused = (error: Record<string, ReturnType<typeof messageKey>[]>) => {
    const defaults = { email: "", name: "" };
    const response = readSubmission("f", { status: "error", error }, defaults);
    return render(
      <>
        <ErrorSummary {...response} labels={{ email: "E-mail", name: "Name" }} />
        <Field {...response.fields.email} label="E-mail" />
        <Field {...response.fields.name} label="Name" />
      </>,
    );
  };
  const alone = refused({ email: [messageKey("errors.emailInvalid")] });
  expect(only(alone, "[autofocus]").attr()).toMatchObject({ id: "f-email", "aria-describedby": "f-email-error" });
  expect(all(alone, "#summary")).toEqual([]);
  expect(alone.split("Please enter a valid email address.")).toHaveLength(2);
  for (const more of [{ name: [messageKey("errors.invalid")] }, { "": [messageKey("errors.network")] }]) {
    const html = refused({ email: [messageKey("errors.emailInvalid")], ...more });
    expect(only(html, "[autofocus]").attr("id")).toBe("summary");
    expect(textsOf(html, "#summary a")[0]).toBe("E-mail: Please enter a valid email address.");
  }
});

test("a form without errors has no summary", () => {
  expect(render(<ErrorSummary fields={{ a: { id: "a", errors: [] } }} labels={{ a: "A" }} />)).toBe("");
});

test("a server's message is shown as text", () => {
  const hostile = JSON.stringify(["errors.server", { message: '<img src=x onerror="alert(1)">' }]);
  const html = render(
    <>
      <ErrorSummary formErrors={[hostile]} fields={{}} labels={{}} />
      <Field id="f" name="n" label="L" errors={[hostile]} />
    </>,
  );
  expect(html).not.toContain("<img");
  expect(html.match(/&lt;img src=x/g)).toHaveLength(2);
});

test("a rejected form keeps the input, but never a password", () => {
  const response = {
    status: "error" as const,
    initialValue: { mobileNumber: " someone@example.com " },
    error: { mobileNumber: [messageKey("errors.invalid")], "": [messageKey("errors.network")] },
  };
  const { formErrors, fields } = readSubmission("sign-in", response, { mobileNumber: "", loginPword: undefined });
  expect(formErrors).toEqual(["errors.network"]);
  expect(fields.mobileNumber).toEqual({
    id: "sign-in-mobileNumber",
    name: "mobileNumber",
    defaultValue: " someone@example.com ",
    errors: ["errors.invalid"],
  });
  expect(fields.loginPword).toEqual({ id: "sign-in-loginPword", name: "loginPword", errors: undefined });
});

test("a form that was not sent has its default values", () => {
  const { formErrors, fields } = readSubmission("sign-in", undefined, { mobileNumber: "someone@example.com" });
  expect(formErrors).toBeUndefined();
  expect(fields.mobileNumber.defaultValue).toBe("someone@example.com");
  expect(fields.mobileNumber.errors).toBeUndefined();
});

test("a toast is a status or an alert in the HTML, closed by a link to the same page", () => {
  const done = render(<Toast flash={{ text: "You’re signed in", kind: "status" }} path="/Index/Power?page=2" />);
  expect(textsOf(done, "body > div.toast.toast-status[role=status]:first-child p")).toEqual(["You’re signed in"]);
  expect(only(done, "a.toast-close").attr("href")).toBe("/Index/Power?page=2");
  expect(textsOf(done, "a.toast-close")).toEqual(["Dismiss this message"]);
  const failed = render(<Toast flash={{ text: "It failed", kind: "alert" }} path="/" />);
  expect(textsOf(failed, ".toast.toast-alert[role=alert] p")).toEqual(["It failed"]);
  const inSheet = render(<Toast flash={{ text: "It failed", kind: "alert", inSheet: true }} path="/" />);
  expect(textsOf(inSheet, ".toast-close"), "a toast in a sheet has no close link of its own").toEqual([]);
});

test("a toast that offers the app links to App Store and TestFlight on iOS, to the download elsewhere", () => {
  const welcome = { text: "You’re signed in", kind: "status" } as const;
  const links = (html: string) => textsOf(html, 'a[href="/AppDownload"]');
  expect(links(render(<Toast flash={{ ...welcome, app: "ios" }} path="/" />))).toEqual(["App Store", "TestFlight"]);
  expect(links(render(<Toast flash={{ ...welcome, app: "other" }} path="/" />))).toEqual(["Get the app"]);
  expect(links(render(<Toast flash={welcome} path="/" />))).toEqual([]);
});

test("a sheet is a dialog named by its title, closed by a link to the step below", () => {
  const html = render(
    <Sheet title="Enter your code" closeTo="/Login">
      <p>inside</p>
    </Sheet>,
  );
  const dialog = "[role=dialog][aria-modal=true][aria-labelledby=sheet-title]";
  expect(textsOf(html, `${dialog} h2#sheet-title`)).toEqual(["Enter your code"]);
  expect(textsOf(html, "a[href='/Login']")).toEqual(["Close"]);
});

test("the heading of a sheet takes the focus if nothing in it does", () => {
  const sheet = (leads?: boolean) => (
    <Sheet title="Enter your code" closeTo="/Login" {...(leads === undefined ? {} : { leads })}>
      <p>inside</p>
    </Sheet>
  );
  expect(only(render(sheet()), "[autofocus]").attr()).toMatchObject({ id: "sheet-title", tabindex: "-1" });
  expect(all(render(sheet(false)), "[autofocus]")).toEqual([]);
});

test("a checkbox has its own value, and is ticked if the form result says so", () => {
  const box = (defaultValue: string | undefined, value?: string) =>
    only(
      render(
        <CheckField id="c" name="agreed" label="I agree" defaultValue={defaultValue} {...(value ? { value } : {})} />,
      ),
      "input",
    );
  expect([box(undefined).attr("value"), box(undefined).is("[checked]")]).toEqual(["on", false]);
  expect(box("").is("[checked]")).toBe(false);
  expect(box("on").is("[checked]")).toBe(true);
  expect([box("1", "1").attr("value"), box("1", "1").is("[checked]")]).toEqual(["1", true]);
});
