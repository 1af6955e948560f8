/** The HTML of the inbox page: one document, no scripts, nothing loaded from elsewhere. All user input is escaped. */

/** A text to be escaped, or HTML made in this file. */
export type Cell = string | { readonly html: string };

export const raw = (html: string): Cell => ({ html });

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export function section(title: string, html: string): string {
  return `<section><h2>${escape(title)}</h2>${html}</section>`;
}

/** Returns a table, or `none` if it has no rows. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[], none: string): string {
  if (rows.length === 0) return `<p class="none">${escape(none)}</p>`;
  const row = (tag: "th" | "td", cells: readonly Cell[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${typeof cell === "string" ? escape(cell) : cell.html}</${tag}>`).join("")}</tr>`;
  const body = rows.map((cells) => row("td", cells)).join("");
  return `<div class="wide"><table><thead>${row("th", heads)}</thead><tbody>${body}</tbody></table></div>`;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#102a3a;--paper:#f5f7f8;--card:#fff;--line:#d9e1e6;--accent:#0f766e;--soft:#5b7080}
@media (prefers-color-scheme:dark){:root{--ink:#e3edf2;--paper:#0b1721;--card:#11222f;--line:#24394a;--accent:#5eead4;--soft:#93a7b5}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:72rem;margin:0 auto;padding:1rem}header{display:flex;align-items:center;gap:.8rem;flex-wrap:wrap}
header img{width:40px;height:40px}h1{font-size:1.25rem;margin:0}header p{margin:0;color:var(--soft)}header a{margin-left:auto}
a{color:var(--accent)}section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.9rem 1rem;margin:0 0 1rem}
h2{font-size:1rem;margin:0 0 .5rem}h3{font-size:.95rem;margin:.2rem 0}.none{color:var(--soft);margin:0}.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%}th{font-weight:600;color:var(--soft);font-size:.85rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .9rem .35rem 0;border-bottom:1px solid var(--line)}tr:last-child td{border-bottom:0}
code{font:1em ui-monospace,monospace}.code{font-size:1.25rem;font-weight:700;letter-spacing:.12em;color:var(--accent)}.used{font-size:1.25rem;letter-spacing:.12em;text-decoration:line-through;color:var(--soft)}
form{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:end;margin:.4rem 0 1rem}label{display:block;font-size:.85rem;color:var(--soft)}
input,select,button{display:block;font:inherit;padding:.4rem .5rem;border:1px solid var(--line);border-radius:6px;background:var(--paper);color:var(--ink)}
button{background:var(--accent);border-color:var(--accent);color:var(--card);cursor:pointer;font-weight:600}`;

export interface InboxPage {
  body: string;
  /** The refresh interval in seconds; undefined if the page does not refresh itself. */
  refreshSeconds?: number | undefined;
  clock: string;
}

export function page({ body, refreshSeconds, clock }: InboxPage): string {
  const refresh = refreshSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshSeconds}">`;
  const link =
    refreshSeconds === undefined
      ? '<a href="/inbox">Close the panel (the page refreshes again)</a>'
      : '<a href="/inbox?panel=1">Open the control panel (refreshing stops)</a>';
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox inbox</title><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<link rel="icon" href="/images/favicon.svg"><style>${STYLE}</style></head>
<body><header><img src="/images/logo.svg" alt="" width="40" height="40"><div><h1>Sandbox inbox</h1><p>Upstream time ${escape(clock)} UTC</p></div>${link}</header>
<main>${body}</main></body></html>`;
}
