/**
 * The order in which photos are decoded: one at a time, and by account in turn, so that nobody's photos delay another
 * account's by more than one.
 */

const waiting = new Map<string, (() => Promise<void>)[]>();
/** Accounts with something waiting, the next first. The one at work is not among them: it goes to the end after it. */
const order: string[] = [];
let working = false;

/**
 * Runs a piece of work when its account's turn has come; pieces of one account in the order in which they came.
 *
 * @returns what the work gives
 * @throws what it throws
 */
export function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const piece = () => work().then(resolve, reject);
    const own = waiting.get(account);
    if (own) own.push(piece);
    else {
      waiting.set(account, [piece]);
      order.push(account);
    }
    if (!working) void runWaiting();
  });
}

async function runWaiting(): Promise<void> {
  working = true;
  for (let account = order.shift(); account !== undefined; account = order.shift()) {
    const own = waiting.get(account) ?? [];
    await own.shift()?.();
    if (own.length > 0) order.push(account);
    else waiting.delete(account);
  }
  working = false;
}
