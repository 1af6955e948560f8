import { expect, test } from "vitest";
import { runTogetherOf, wordlessOf } from "../../support/plain-text";

/** The checks of views find the mistakes that they are meant to find. */

test("a control with only an attribute or a drawing has no text", () => {
  const icon = '<svg><title>Back</title><path d=""/></svg>';
  const wordless = [
    `<a href="/" aria-label="Back">${icon}</a>`,
    '<button type="submit"> </button>',
    '<summary aria-label="Menu"></summary>',
    '<label for="a"></label>',
    '<a href="/"><img src="a.png" alt=""></a>',
  ];
  expect(wordlessOf(wordless.join("\n"))).toHaveLength(wordless.length);
  expect(
    wordlessOf(`<a href="/">${icon}<span class="words">Back</span></a> <a id="here"></a>
      <a href="/"><img src="a.png" alt="Sale"></a> <details class="pause"><summary aria-label="Pause"></summary></details>`),
  ).toEqual([]);
});

test("words run together without a space or block between two elements", () => {
  const card = (between: string) => `<a href="/1"><strong>Power 1</strong>${between}<span>On Sale</span></a>`;
  expect(runTogetherOf(card(""))).toEqual(["Power 1|On Sale"]);
  expect(runTogetherOf(card("<svg><desc> </desc></svg>"))).toEqual(["Power 1|On Sale"]);
  for (const apart of [" ", "\n", "<br>", "<input>"]) expect(runTogetherOf(card(apart)), apart).toEqual([]);
  expect(runTogetherOf("<header>Shop</header><main>Home</main>")).toEqual(["Shop|Home"]);
  expect(runTogetherOf("<div>Shop</div><p>Home</p><ul><li>One</li><li>Two</li></ul>")).toEqual([]);
  expect(runTogetherOf('<a href="/">Shop</a><img src="a.png" alt="Logo">')).toEqual(["Shop|Logo"]);
});

test("a space between Chinese characters counts only as a character reference, since w3m drops others", () => {
  const links = (between: string, name = "登入") => `<a href="/1">首頁</a>${between}<a href="/2">${name}</a>`;
  for (const dropped of [" ", "\n", " <!-- --> ", " <i> </i> "])
    expect(runTogetherOf(links(dropped)), dropped).toHaveLength(1);
  for (const other of ["。", "（", "！", "カ"]) expect(runTogetherOf(links(" ", other)), other).toHaveLength(1);
  expect(runTogetherOf('<a href="/1">首頁 </a><a href="/2">登入</a>')).toEqual(["首頁 |登入"]);
  for (const apart of ["&#32;", " <!-- -->&#32;", "<br>", " <input> "])
    expect(runTogetherOf(links(apart)), apart).toEqual([]);
  for (const other of ["Login", "1", "“", "–"]) expect(runTogetherOf(links(" ", other)), other).toEqual([]);
});
