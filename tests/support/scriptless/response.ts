import type { Answer, Asked } from "./wire";

/** A request in Playwright's words. */
export class ScriptlessRequest {
  constructor(readonly asked: Asked) {}
  url = () => this.asked.url.href;
  method = () => this.asked.method;
  headers = () => Object.fromEntries(new Headers(this.asked.headers));
  allHeaders = () => Promise.resolve(this.headers());
  postData = () => this.asked.body?.toString("utf8") ?? null;
  /** Only documents are requested. */
  resourceType = () => "document";
  isNavigationRequest = () => true;
}

/** An answer in Playwright's words. */
export class ScriptlessResponse extends ScriptlessRequest {
  constructor(readonly answer: Answer) {
    super(answer.asked);
  }
  status = () => this.answer.status;
  ok = () => this.answer.status < 400;
  override headers = () => Object.fromEntries(this.answer.headers);
  headerValue = (name: string) => Promise.resolve(this.answer.headers.get(name));
  text = () => Promise.resolve(this.answer.html);
  body = () => Promise.resolve(this.answer.bytes);
  json = () => Promise.resolve(JSON.parse(this.answer.html) as unknown);
  request = () => new ScriptlessRequest(this.answer.asked);
}
