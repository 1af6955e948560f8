import { execFile, execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT, textOf } from "./deployed";

/** Reads the commands of docs/operate, as an operator would type them. */

const PAGES = readdirSync(join(ROOT, "docs/operate")).map((name) => textOf(`docs/operate/${name}`));

/** All pages of docs/operate as one text. */
export const OPERATORS_GUIDE = PAGES.join("\n");

/** Returns the first group of a pattern's first match in docs/operate. Throws if there is none. */
export function quotedCommand(pattern: RegExp): string {
  const command = pattern.exec(OPERATORS_GUIDE)?.[1];
  if (command === undefined) throw new Error(`docs/operate quotes no command like ${pattern}`);
  return command;
}

/**
 * Returns the blocks of commands in a section of docs/operate, in order.
 *
 * @param section the section's heading, of any level
 * @param pages the texts to search
 */
export function commandsOf(section: string, pages: readonly string[] = PAGES): string[] {
  const title = new RegExp(`^(##+) ${section}$`, "m");
  const text = pages.find((page) => title.test(page)) ?? "";
  const [heading = "", marks = ""] = title.exec(text) ?? [];
  const from = text.indexOf(heading) + heading.length;
  const next = new RegExp(`^#{2,${marks.length}} `, "m").exec(text.slice(from))?.index ?? text.length;
  return [...text.slice(from, from + next).matchAll(/^ *```bash\n([^]*?)^ *```$/gm)].map(([, block = ""]) => block);
}

type Folders = Readonly<Record<string, string>>;

const scriptOf = (commands: string, folders: Folders, systemctl: string): string => {
  const here = Object.entries(folders).reduce((text, [folder, own]) => text.replaceAll(folder, own), commands);
  return `systemctl() { ${systemctl}; }\nchown() { :; }\n${here}`;
};

/**
 * Runs commands, except for systemd and changes of owners, because a test has neither service nor user.
 *
 * @returns their output
 * @param folders replacements for the runbook's folders, such as `/var/lib/storefront`
 */
export function carryOut(commands: string, folders: Folders): string {
  return execFileSync("bash", ["-euc", scriptOf(commands, folders, ":")], { encoding: "utf8" });
}

/**
 * Like `carryOut`, but asynchronous.
 *
 * @param systemctl the command that replaces systemctl; its arguments are `"$@"`
 */
export async function carryOutMeanwhile(commands: string, folders: Folders, systemctl = ":"): Promise<string> {
  return (await promisify(execFile)("bash", ["-euc", scriptOf(commands, folders, systemctl)])).stdout;
}

/** Replaces systemd-run, with the features that the commands need, but without a service. */
export const SYSTEMD_RUN = `systemd-run() {
  local -a set=()
  while :; do
    case $1 in
      -p) mapfile -t -O "\${#set[@]}" set < "\${2#EnvironmentFile=}"; shift 2 ;;
      -E) set+=("$2"); shift 2 ;;
      -*) shift ;;
      *) break ;;
    esac
  done
  env -i PATH="$PATH" "\${set[@]}" "$@"
}
`;
