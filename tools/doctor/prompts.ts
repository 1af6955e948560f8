import { guarded } from "@storefront/resilience/guarded";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** A terminal, or a pipe that ends. */
type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Asks whoever runs a command: at a terminal, or line by line from a pipe. */
export interface Prompts {
  /** Gives the line that was typed, or undefined when there is none. */
  ask: (question: string) => Promise<string | undefined>;
  /** The same for a secret: nothing of it appears on the terminal. */
  askSecret: (question: string) => Promise<string | undefined>;
  close: () => void;
}

/**
 * Opens them.
 *
 * @param output gets the questions, so that a report on standard output can be piped
 */
export function openPrompts(input: Input = process.stdin, output: NodeJS.WritableStream = process.stderr): Prompts {
  let isMuted = false;
  const echo = new Writable({
    write(chunk: Buffer, _, done) {
      if (!isMuted) output.write(chunk);
      done();
    },
  });
  // A history would hold the password.
  const lines = createInterface({ input, output: echo, terminal: input.isTTY === true, historySize: 0 });
  lines.on(
    "SIGINT",
    guarded(() => process.exit(130)),
  );
  // A pipe can end before the last of its lines is asked for, and Node 24 throws at a prompt of a closed interface.
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
    ask(question) {
      show(question);
      return next();
    },
    async askSecret(question) {
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
