import type { Answer, Asked } from "./wire";

/** A request as Playwright tells of it. */
export class ScriptlessRequest {
  constructor(readonly asked: Asked) {}
  url = () => this.asked.url.href;
  method = () => this.asked.method;
  headers = () =>
    Object.fromEntries(Object.entries(this.asked.headers).map(([name, value]) => [name.toLowerCase(), value]));
  allHeaders = () => Promise.resolve(this.headers());
  postData = () => this.asked.body?.toString("utf8") ?? null;
  /** It asks for documents alone. */
  resourceType = () => "document";
  isNavigationRequest = () => true;
}

/** An answer as Playwright tells of it. */
export class ScriptlessAnswer extends ScriptlessRequest {
  constructor(readonly answer: Answer) {
    super(answer.asked);
  }
  status = () => this.answer.status;
  ok = () => this.answer.status < 400;
  override headers = () => this.answer.headers;
  headerValue = (name: string) => Promise.resolve(this.answer.headers[name.toLowerCase()] ?? null);
  text = () => Promise.resolve(this.answer.body.toString("utf8"));
  body = () => Promise.resolve(this.answer.body);
  json = () => Promise.resolve(JSON.parse(this.answer.body.toString("utf8")) as unknown);
  request = () => new ScriptlessRequest(this.answer.asked);
}
