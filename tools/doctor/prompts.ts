import { guarded } from "@storefront/resilience/guarded";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

export type Prompts = ReturnType<typeof openPrompts>;

/** Asks at a terminal, or reads lines from a pipe. Questions go to `output`, so that the report can be piped. */
export function openPrompts(input: Input = process.stdin, output: NodeJS.WritableStream = process.stderr) {
  let isMuted = false;
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  // A history would contain the password.
  const lines = createInterface({ input, output: echo, terminal: input.isTTY === true, historySize: 0 });
  lines.on(
    "SIGINT",
    guarded(() => process.exit(130)),
  );
  // A pipe may end before its last line is read, and Node 24 throws if a closed interface prompts.
  let isClosed = false;
  lines.once(
    "close",
    guarded(() => (isClosed = true)),
  );
  const typed = lines[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const line: IteratorResult<string, undefined> = await typed.next();
    return line.value?.trim() === "" ? undefined : line.value;
  };
  const show = (question: string) => {
    if (isClosed) {
      output.write(question);
      return;
    }
    lines.setPrompt(question);
    lines.prompt();
  };
  return {
    ask(question: string) {
      show(question);
      return next();
    },
    async askSecret(question: string) {
      show(question);
      isMuted = true;
      try {
        return await next();
      } finally {
        isMuted = false;
        output.write("\n");
      }
    },
    close: () => lines.close(),
  };
}
