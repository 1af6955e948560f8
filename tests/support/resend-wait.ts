import { expect } from "vitest";
import { refusalOf } from "./visitor";

/** A code asked for again too early is refused, with the seconds left. */
export async function expectResendWait(response: Response, seconds: number): Promise<void> {
  expect(response.headers.get("retry-after")).toBe(String(seconds));
  const errors = { "": [JSON.stringify(["errors.resendWait", { seconds }])] };
  expect(await refusalOf(response)).toMatchObject({ status: 429, errors });
}
