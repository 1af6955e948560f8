let report: (error: Error) => void = (error) => void Promise.reject(error);

/**
 * Sets who hears of errors that `guarded` catches. By default they become unhandled rejections.
 *
 * @param to logs the error; must not throw
 * @returns sets the receiver before again
 */
export function reportThrown(to: (error: Error) => void): () => void {
  const before = report;
  report = to;
  return () => void (report = before);
}

/**
 * Makes a callback for code that calls it outside of any `try`: an emitter, a stream, a timer, a worker or a child
 * process. There an exception would reach `uncaughtException` and end the process; here it never does. The lint demands
 * it of every listener and timer in `server/` and `packages/`.
 *
 * @param callback may be async: its rejection counts as thrown
 * @param onThrow gets what it throws, such as the `destroy` of the stream it reads; by default the error is reported
 *   (`reportThrown`)
 */
export function guarded<Args extends unknown[]>(
  callback: (...args: Args) => unknown,
  onThrow: (error: Error) => unknown = (error) => report(error),
): (...args: Args) => void {
  function caught(thrown: unknown): void {
    try {
      onThrow(asError(thrown));
    } catch (error) {
      report(asError(error));
    }
  }
  return (...args) => {
    try {
      const result = callback(...args);
      if (result instanceof Promise) result.catch(caught);
    } catch (error) {
      caught(error);
    }
  };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("Something that is no error was thrown.");
}
