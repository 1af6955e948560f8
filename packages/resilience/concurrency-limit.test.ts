import { expect, test } from "vitest";
import { concurrencyLimit, withoutPlace } from "./concurrency-limit";

/** Makes work that ends when the test says so. */
function job() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let isBegun = false;
  const work = () => {
    isBegun = true;
    return ended;
  };
  return { work, end, begun: () => isBegun };
}

const full = () => new Error("full");
/** Waits until pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("concurrency is limited in total and per name; other names overtake a slow one", async () => {
  const limit = concurrencyLimit({ concurrent: 2, perName: 1, waiting: 5 }, full);
  const [first, second, other] = [job(), job(), job()];
  const all = [limit.run("slow", first.work), limit.run("slow", second.work), limit.run("quick", other.work)];
  await settled();
  expect([first.begun(), second.begun(), other.begun()]).toEqual([true, false, true]);
  expect([limit.running(), limit.waiting()]).toEqual([2, 1]);
  first.end();
  await settled();
  expect(second.begun()).toBe(true);
  second.end();
  other.end();
  await Promise.all(all);
  expect([limit.running(), limit.waiting()]).toEqual([0, 0]);
});

test("when the queue is full, the name with the most work loses its last to a name with less", async () => {
  const limit = concurrencyLimit({ concurrent: 1, perName: 1, waiting: 3 }, full);
  const first = job();
  const done: string[] = [];
  const run = (name: string, work = () => Promise.resolve()) =>
    limit.run(name, work).then(
      () => done.push(name),
      (error: unknown) => done.push(`${name} ${String(error)}`),
    );
  const all = [run("greedy", first.work), ...["greedy", "greedy", "greedy"].map((name) => run(name))];
  all.push(...["other", "other", "new"].map((name) => run(name)));
  await settled();
  expect(done.sort()).toEqual(["greedy Error: full", "greedy Error: full", "other Error: full"]);
  expect(limit.waiting()).toBe(3);
  first.end();
  await Promise.all(all);
  expect(done.slice(3)).toEqual(["greedy", "greedy", "other", "new"]);
});

/** Makes a limit whose only place is taken. `done` lists, in order, the work that has begun or was refused since. */
function occupied(waiting: number) {
  const limit = concurrencyLimit({ concurrent: 1, perName: 1, waiting, share: 1 / 4 }, full);
  const first = job();
  const done: string[] = [];
  const run = (address: string, account: string, work = () => Promise.resolve()) =>
    limit.run([address, account], work).then(
      () => done.push(`${address} ${account}`),
      () => done.push(`${address} ${account} refused`),
    );
  void run("first", "first", first.work);
  return { done, run, end: first.end, limit };
}

test("accounts of a busy address take turns, and another address goes first", async () => {
  const limit = concurrencyLimit({ concurrent: 8, perName: 8, waiting: 20, share: 1 / 4 }, full);
  const jobs = new Map<string, ReturnType<typeof job>>();
  const run = (address: string, account: string) => {
    const one = job();
    jobs.set(`${address} ${account} ${jobs.size}`, one);
    void limit.run([address, account], one.work);
  };
  const begun = () => [...jobs].filter(([, one]) => one.begun()).map(([name]) => name);
  for (let n = 0; n < 4; n += 1) run("one", "greedy");
  run("one", "quiet");
  run("other", "buyer");
  await settled();
  expect(begun()).toEqual(["one greedy 0", "one greedy 1", "other buyer 5"]);
  jobs.get("one greedy 0")?.end();
  await settled();
  expect(begun().slice(1)).toEqual(["one greedy 1", "one quiet 4", "other buyer 5"]);
});

test("when the queue is full, the busiest account of the busiest address loses work", async () => {
  const { done, run, end, limit } = occupied(4);
  for (const account of ["greedy", "quiet", "greedy"]) void run("one", account);
  void run("other", "buyer");
  await settled();
  void run("third", "buyer");
  await settled();
  expect(done).toEqual(["one greedy refused"]);
  // A new account at the busy address is refused too.
  void run("one", "further");
  await settled();
  expect(done).toEqual(["one greedy refused", "one further refused"]);
  end();
  await settled();
  expect(done.slice(2)).toEqual(["first first", "one greedy", "one quiet", "other buyer", "third buyer"]);
  expect([limit.running(), limit.waiting()]).toEqual([0, 0]);
});

test("work cancelled while waiting never starts and frees its place in the queue", async () => {
  const limit = concurrencyLimit({ concurrent: 1, perName: 1, waiting: 1 }, full);
  const [first, left, next] = [job(), job(), job()];
  const leaving = new AbortController();
  const running = limit.run("a", first.work);
  const abandoned = limit.run("a", left.work, leaving.signal);
  leaving.abort(new Error("left"));
  await expect(abandoned).rejects.toThrow("left");
  expect(limit.waiting()).toBe(0);
  const after = limit.run("a", next.work);
  first.end();
  next.end();
  await Promise.all([running, after]);
  expect([left.begun(), next.begun()]).toEqual([false, true]);
});

test("work that throws frees its place", async () => {
  const limit = concurrencyLimit({ concurrent: 1, perName: 1, waiting: 0 }, full);
  await expect(limit.run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await expect(limit.run("a", async () => "done")).resolves.toBe("done");
});

test("while work without its place waits others start, and it resumes in its turn", async () => {
  const limit = concurrencyLimit({ concurrent: 1, perName: 1, waiting: 1 }, full);
  const [pause, other] = [job(), job()];
  const paused = limit.run("a", () => withoutPlace(pause.work));
  await settled();
  expect([pause.begun(), limit.running()]).toEqual([true, 0]);
  const next = limit.run("a", other.work);
  await settled();
  expect(other.begun()).toBe(true);
  pause.end();
  await settled();
  expect([limit.running(), limit.waiting()]).toEqual([1, 1]);
  // Resumed work takes no place in the queue and is never refused.
  const later = limit.run("b", async () => "later");
  await expect(limit.run("c", async () => undefined)).rejects.toThrow("full");
  expect(limit.waiting()).toBe(2);
  other.end();
  await Promise.all([paused, next, later]);
  expect([limit.running(), limit.waiting()]).toEqual([0, 0]);
});

test("a name whose work waited without its place still leaves places to other names", async () => {
  const limit = concurrencyLimit({ concurrent: 8, perName: Infinity, waiting: 20, share: 1 / 4 }, full);
  const pause = job();
  const held = Array.from({ length: 20 }, job);
  const slowed = held.map((one) =>
    limit.run("greedy", async () => {
      await withoutPlace(pause.work);
      await one.work();
    }),
  );
  await settled();
  pause.end();
  await settled();
  const other = job();
  const another = limit.run("other", other.work);
  await settled();
  expect(other.begun()).toBe(true);
  for (const one of [...held, other]) one.end();
  await Promise.all([...slowed, another]);
  expect([limit.running(), limit.waiting()]).toEqual([0, 0]);
});

test.each(["before", "during"])("work that ends %s a wait without its place leaves no count behind", async (when) => {
  const limit = concurrencyLimit({ concurrent: 8, perName: 1, waiting: 1 }, full);
  const [left, pause, later] = [job(), job(), job()];
  let waited: Promise<void> | undefined;
  await limit.run("a", async () => {
    const isLeft = when === "before" ? left.work() : Promise.resolve();
    waited = isLeft.then(() => withoutPlace(pause.work));
    await settled();
  });
  left.end();
  await settled();
  pause.end();
  await waited;
  const all = limit.run("a", later.work);
  await settled();
  expect([later.begun(), limit.running()]).toEqual([true, 1]);
  later.end();
  await all;
});

test("outside any limit withoutPlace only waits, and passes on failures", async () => {
  await expect(withoutPlace(async () => "done")).resolves.toBe("done");
  const limit = concurrencyLimit({ concurrent: 1, perName: 1, waiting: 0 }, full);
  const broken = () => Promise.reject(new Error("broken"));
  await expect(limit.run("a", () => withoutPlace(broken))).rejects.toThrow("broken");
  expect(limit.running()).toBe(0);
});

test("finishing a task costs the same, however many tasks one name has waiting", async () => {
  const limit = concurrencyLimit({ concurrent: Infinity, perName: 1, waiting: 2_000 }, full);
  const first = job();
  let reads = 0;
  const greedy = new Proxy(["address", "greedy"] as const, {
    get(names, key, receiver): unknown {
      reads += 1;
      return Reflect.get(names, key, receiver);
    },
  });
  const works = Array.from({ length: 2_000 }, (_, n) =>
    limit.run(greedy, n === 0 ? first.work : async () => undefined),
  );
  await settled();
  expect(limit.waiting()).toBe(1_999);
  const before = reads;
  first.end();
  await Promise.all(works);
  expect((reads - before) / works.length).toBeLessThan(50);
});

test("among equally busy names, the one that has waited longest goes first", async () => {
  const limit = concurrencyLimit({ concurrent: 2, perName: 1, waiting: 10 }, full);
  const [slow, quick] = [job(), job()];
  const begun: string[] = [];
  const run = (name: string, at: string) => limit.run(name, async () => void begun.push(`${name} ${at}`));
  const all = [limit.run("slow", slow.work), limit.run("quick", quick.work)];
  all.push(run("slow", "first"), run("one", "second"), run("other", "third"), run("one", "fourth"));
  await settled();
  quick.end();
  await settled();
  expect(begun).toEqual(["one second", "other third", "one fourth"]);
  slow.end();
  await Promise.all(all);
});
