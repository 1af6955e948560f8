let report: (error: Error) => void = (error) => void Promise.reject(error);

/**
 * Sets the handler for errors that `guarded` catches, which must not throw. Returns a function that restores the
 * previous handler.
 */
export function reportThrown(to: (error: Error) => void): () => void {
  const before = report;
  report = to;
  return () => void (report = before);
}

/**
 * Makes a callback that never throws, for callers without a `try`: emitters, timers, child processes, where an
 * exception would end the process. The lint requires it in `server/` and `packages/`.
 *
 * @param callback may be async
 * @param onThrow gets the error, such as a stream's `destroy`; by default the handler of `reportThrown`
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
  return thrown instanceof Error ? thrown : new Error("Something other than an Error was thrown.");
}
