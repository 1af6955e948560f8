import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openPrompts } from "~tools/doctor/prompts";

/** The questions of `npm run doctor`, at a terminal and from a pipe. */

/** The text that a terminal would show. */
const withoutMovements = (text: string) => text.replace(/\u001b\[\d*[A-Z]/g, "");

/** A terminal whose input the test types. */
function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const output = new PassThrough();
  return { input, prompts: openPrompts(input, output), shown: () => withoutMovements(String(output.read() ?? "")) };
}

test("a terminal echoes input, except a password", async () => {
  const { input, prompts, shown } = terminal();
  const account = prompts.ask("Account: ");
  input.write("somebody\r");
  expect(await account).toBe("somebody");
  expect(shown()).toContain("Account: somebody");
  const password = prompts.askSecret("Password: ");
  input.write("Secret12x\u007f3\r");
  expect(await password).toBe("Secret123");
  const code = prompts.ask("Code: ");
  input.write("135791\r");
  expect(await code).toBe("135791");
  prompts.close();
  const rest = shown();
  expect(rest).toContain("Password: ");
  expect(rest).not.toMatch(/Secret|12x|123/);
  expect(rest).toContain("Code: ");
});

test("a pipe answers one line per question, and nothing after its end", async () => {
  const input = new PassThrough();
  const prompts = openPrompts(input, new PassThrough());
  input.end("somebody\nSecret123\n\n");
  expect(await prompts.ask("Account: ")).toBe("somebody");
  expect(await prompts.askSecret("Password: ")).toBe("Secret123");
  expect([await prompts.ask("Code: "), await prompts.ask("More: ")]).toEqual([undefined, undefined]);
  prompts.close();
});
