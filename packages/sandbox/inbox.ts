import type { ServerResponse } from "node:http";
import type { Account } from "./accounts";
import { captchaKind } from "./captcha";
import { googleDisplay, googleSecretOf } from "./codes";
import type { Faults } from "./faults";
import { holdingOf } from "./finance";
import { REVIEW_MS } from "./identity";
import { escape, page, raw, section, table, type Cell } from "./inbox-html";
import { panel } from "./inbox-panel";
import { orderStatus } from "./orders";
import type { SandboxState } from "./call";
import { enquiries } from "./site";

const REFRESH_SECONDS = 5;
const SHOWN = 40;
/** The number of oldest accounts that stay on the page, so that the demo accounts do not disappear. */
const OLDEST_SHOWN = 8;
const ORDER_STATUS = ["0 paid", "1 pending", "2 mining", "3 ended"] as const;
const AUTH_LEVEL: Readonly<Record<number, string>> = { 0: "0 in review", 1: "1 verified", 2: "2 turned down" };

const time = (ms: number) => new Date(ms).toISOString().replace("T", " ").slice(0, 19);

export interface InboxRequest {
  state: SandboxState;
  faults: Faults;
  searchParams: URLSearchParams;
}

/**
 * Shows the messages sent, the authenticators' codes and the accounts, so that a developer can complete every flow by
 * hand. The page refreshes itself, without scripts, until the panel is opened.
 */
export function respondWithInbox({ state, faults, searchParams }: InboxRequest, response: ServerResponse): void {
  const isPanel = searchParams.has("panel");
  const all = state.database.rows<Account>("SELECT * FROM accounts ORDER BY id");
  const accounts = all.filter((_, index) => index < OLDEST_SHOWN || index >= all.length - SHOWN);
  const body = [
    isPanel
      ? panel(
          captchaKind(state),
          accounts.map(({ email }) => email),
          state.platform.coins.map(({ symbol }) => symbol),
        )
      : "",
    messages(state),
    authenticators(state, accounts),
    people(state, accounts),
    orders(state),
    inquiries(state),
    activeFaults(state, faults),
  ].join("\n");
  const html = page({
    body,
    refreshSeconds: isPanel ? undefined : REFRESH_SECONDS,
    clock: time(state.clock.nowMs()),
  });
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'",
  });
  response.end(html);
}

function messages({ database }: SandboxState): string {
  const rows = database.rows<{
    kind: string;
    recipient: string;
    subject: string;
    text: string;
    code: string;
    used: number;
    sent_ms: number;
  }>("SELECT * FROM messages ORDER BY id DESC LIMIT ?", SHOWN);
  const cells = rows.map(({ kind, recipient, subject, text, code, used, sent_ms }): Cell[] => [
    time(sent_ms),
    kind === "sms" ? "SMS" : "Mail",
    recipient,
    raw(`<b>${escape(subject)}</b><br>${escape(text)}`),
    raw(`<code class="${used ? "used" : "code"}">${escape(code)}</code>`),
  ]);
  return section("Mails and SMS", table(["Sent (UTC)", "", "To", "Text", "Code"], cells, "Nothing was sent yet."));
}

function authenticators(state: SandboxState, accounts: readonly Account[]): string {
  const cells = accounts.flatMap((account): Cell[][] => {
    const secret = googleSecretOf(state, account);
    if (!secret) return [];
    const { current, next, secondsLeft } = googleDisplay(state, account.id, secret);
    const shown = ({ code, used }: typeof current) =>
      raw(`<code class="${used ? "used" : "code"}">${code}</code>${used ? " <small>used</small>" : ""}`);
    const key = account.google_bound ? secret : `${secret} (offered, not bound)`;
    return [[account.email, shown(current), `${secondsLeft} s`, shown(next), raw(`<small>${escape(key)}</small>`)]];
  });
  const note = "<p>A code is good once. The next one is accepted already.</p>";
  return section("Authenticator codes", note + table(["Account", "Now", "Left", "Next", "Key"], cells, "None."));
}

function people({ database }: SandboxState, accounts: readonly Account[]): string {
  const cells = accounts
    .slice(-SHOWN)
    .map((account): Cell[] => [
      account.email,
      raw(`<code>${escape(account.password)}</code>`),
      account.second_step,
      account.google_bound ? "bound" : "not bound",
      AUTH_LEVEL[account.auth_level] ?? `${account.auth_level} not verified`,
      `${holdingOf(database, account.id, "USDT").available.toFixed()} USDT`,
      account.invite_code,
      account.phone ?? "",
    ]);
  const heads = ["Account", "Password", "Second step", "Authenticator", "Identity", "Available", "Invitation", "Phone"];
  const note = `<p>An identity is reviewed within ${REVIEW_MS / 60_000} minutes; a document number that ends in REJECT is turned down.</p>`;
  return section("Accounts", note + table(heads, cells, "None."));
}

function orders({ database, clock }: SandboxState): string {
  const rows = database.rows<{
    email: string;
    order_num: string;
    order_ms: number;
    product_id: string;
    token_amount: string;
    pay_amount: string;
    pay_symbol: string;
    mining_cycle: string;
  }>(
    `SELECT accounts.email, orders.* FROM orders JOIN accounts ON accounts.id = orders.account_id ORDER BY order_ms DESC LIMIT ?`,
    SHOWN,
  );
  const cells = rows.map((row): Cell[] => [
    time(row.order_ms),
    row.email,
    row.order_num,
    row.product_id,
    `${row.token_amount} T`,
    `${row.pay_amount} ${row.pay_symbol}`,
    ORDER_STATUS[orderStatus(row.order_ms, row.mining_cycle, clock.nowMs())],
  ]);
  return section(
    "Orders",
    table(["Time (UTC)", "Account", "Number", "Product", "Quantity", "Paid", "Status"], cells, "None."),
  );
}

function inquiries({ database }: SandboxState): string {
  const cells = enquiries(database).map(({ fields, receivedMs }): Cell[] => [
    time(receivedMs),
    ...["name", "tel", "email", "social", "message", "url"].map((field) => String(fields[field] ?? "")),
  ]);
  return section(
    "Enquiries",
    table(["Time (UTC)", "Name", "Phone", "E-mail", "Social", "Question", "From"], cells, "None."),
  );
}

function activeFaults(state: SandboxState, faults: Faults): string {
  const cells = faults
    .active()
    .map(({ call, fault, account, timesLeft }): Cell[] => [
      call,
      JSON.stringify(fault).slice(0, 200),
      account ?? "everybody",
      timesLeft === undefined ? "until healed" : `${timesLeft} more`,
    ]);
  const kind = `<p>Captcha kind: <b>${escape(captchaKind(state))}</b></p>`;
  return section("Faults", kind + table(["Call", "Fault", "For", "Times"], cells, "None: every call works."));
}
