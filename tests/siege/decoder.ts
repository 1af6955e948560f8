import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { smallPhoto } from "@storefront/test-support/images";
import { childrenOf } from "../bench/process-usage";
import { attack, type Attack, type Target } from "./attack";
import { photoForm } from "./photo-form";
import { ask } from "./wires";

/**
 * Simulates a decoder that a picture has compromised. No such picture is known, so this program writes into the
 * decoder's pipe to its parent, for which it must be root (`pidfd_getfd`).
 */

const PYTHON = `
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
pidfd = libc.syscall(434, int(sys.argv[1]), 0)
for number in range(1, 12):
    own = libc.syscall(438, pidfd, number, 0)
    if own < 0: continue
    kind = os.readlink("/proc/self/fd/%d" % own)
    if not kind.startswith(("socket:", "pipe:")): continue
    os.set_blocking(own, False)
    for garbage in (b"\\x00\\x00\\x00\\x05hello", b"\\x05\\x00\\x00\\x00\\xff\\x0fxyz", b"{}\\n", b"\\xff" * 100000):
        try: os.write(own, garbage)
        except OSError: pass
    print(number, kind)
`;

const isDecoder = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--input-type=module");
  } catch (error) {
    // The process has ended.
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
};

/** Uploads photos during the attack, and again after garbage was written into the pipe. */
async function prepare(target: Target) {
  const photo = await smallPhoto();
  const forms = await Promise.all(target.accounts.map((_, index) => photoForm(target, index)));
  const post = async (index: number) => {
    const form = forms[index];
    if (!form) return;
    await ask(target, form.request([photo, photo]), form.address);
  };
  return async () => {
    await post(0);
    const garbled: string[] = [];
    for (let round = 1; round < forms.length; round += 1) {
      const posted = post(round);
      await wait(30);
      for (const pid of childrenOf(target.pid).filter(isDecoder)) {
        const { stdout } = await promisify(execFile)("python3", ["-c", PYTHON, String(pid)]);
        garbled.push(stdout);
      }
      await posted;
    }
    return garbled.some(Boolean) ? [] : ["no decoder's pipe was found, so nothing was attacked"];
  };
}

export const DECODER: readonly Attack[] = [
  attack("3", "decoder-garbled", "the decoder of photos writes what is no message", { accounts: 5, prepare }),
];
