import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** The bench's programs in separate processes, each handling one request at a time. */

export interface Child<Question, Result> {
  pid: number;
  /** @throws Error if the process ends before it has responded */
  ask(question: Question): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts a program of this folder, which calls `respondToParent`. */
export async function startChild<Question extends object, Result>(name: string): Promise<Child<Question, Result>> {
  const child = fork(fileURLToPath(new URL(`${name}.ts`, import.meta.url)));
  const exited = once(child, "exit");
  const message = async (): Promise<unknown> => {
    const [given] = (await Promise.race([
      once(child, "message"),
      exited.then(() => Promise.reject(new Error(`${name} has ended`))),
    ])) as [unknown];
    return given;
  };
  await message();
  return {
    pid: child.pid ?? 0,
    async ask(question) {
      const response = message();
      child.send(question);
      return (await response) as Result;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Answers the questions of the parent process until the parent disconnects. */
export function respondToParent(response: (question: never) => unknown): void {
  process.on("message", (question) => {
    void Promise.resolve(response(question as never)).then((given) => process.send?.(given ?? null));
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.("ready");
}
