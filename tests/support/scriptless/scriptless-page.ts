import { isElement } from "./elements";
import { ScriptlessLocator } from "./locator";
import { ScriptlessResponse } from "./response";
import { Tab } from "./tab";
import type { ScriptlessVisitor } from "./visitor";
import type { WireResponse } from "./wire";

const message = (response: WireResponse) => new ScriptlessResponse(response);

/** A page of a browser without scripts, with Playwright's names, so that a journey is written once for both. */
export class ScriptlessPage {
  readonly tab: Tab;

  constructor(readonly visitor: ScriptlessVisitor) {
    this.tab = new Tab(visitor.wire);
  }

  context = () => this.visitor;
  get request() {
    return this.visitor.request;
  }

  url = () => this.tab.url.href;
  content = () => Promise.resolve(this.tab.answer?.html ?? "");
  title = () => Promise.resolve(this.tab.document("head > title").text());
  close = () => Promise.resolve();
  waitForLoadState = () => Promise.resolve();
  goto = (path: string) => this.tab.goto(new URL(path, this.visitor.baseURL)).then(message);
  reload = () => this.tab.reload().then(message);
  goBack = () => this.#go(-1);
  goForward = () => this.#go(1);

  async #go(steps: number): Promise<ScriptlessResponse | null> {
    const response = await this.tab.go(steps);
    return response ? message(response) : null;
  }

  on(event: "request" | "response", tell: (what: ScriptlessResponse) => void): void {
    this.visitor.on(event, tell);
  }

  /** The next matching response. */
  waitForResponse(isWanted: (response: ScriptlessResponse) => boolean): Promise<ScriptlessResponse> {
    return new Promise((resolve) => {
      this.visitor.on("response", (response) => {
        if (isWanted(response)) resolve(response);
      });
    });
  }

  #root = () => new ScriptlessLocator(this.tab, () => this.tab.document("html").toArray(), "page");
  locator: ScriptlessLocator["locator"] = (selector, options) =>
    new ScriptlessLocator(
      this.tab,
      () => this.tab.document(selector).toArray().filter(isElement),
      `locator(${selector})`,
    ).filter(options ?? {});
  getByRole: ScriptlessLocator["getByRole"] = (...asked) => this.#root().getByRole(...asked);
  getByLabel: ScriptlessLocator["getByLabel"] = (...asked) => this.#root().getByLabel(...asked);
  getByText: ScriptlessLocator["getByText"] = (...asked) => this.#root().getByText(...asked);
  fill = (selector: string, value: string) => this.locator(selector).fill(value);
  setInputFiles = (...[selector, files]: [string, Parameters<ScriptlessLocator["setInputFiles"]>[0]]) =>
    this.locator(selector).setInputFiles(files);
}
