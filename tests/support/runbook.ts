import { execFileSync } from "node:child_process";
import { textOf } from "./deployed";

/** The commands of docs/operations.md, as an operator types them. */

/**
 * The blocks of commands of a section, in their order.
 *
 * @param section its heading
 */
export function commandsOf(section: string): string[] {
  const text = textOf("docs/operations.md");
  const from = text.indexOf(`\n## ${section}\n`);
  const to = text.indexOf("\n## ", from + 1);
  return [...text.slice(from, to).matchAll(/^ *```bash\n([^]*?)^ *```$/gm)].map(([, block = ""]) => block);
}

/**
 * Carries commands out, but those of systemd, and those that change the owner: a test has neither service nor user.
 *
 * @returns what they print
 * @param folders what stands for folders of the runbook, such as `/var/lib/storefront`
 */
export function carryOut(commands: string, folders: Readonly<Record<string, string>>): string {
  const here = Object.entries(folders).reduce((text, [folder, own]) => text.replaceAll(folder, own), commands);
  return execFileSync("bash", ["-euc", `systemctl() { :; }\nchown() { :; }\n${here}`], { encoding: "utf8" });
}
