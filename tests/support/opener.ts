import { openStoreFile } from "~server/store/file";

/** A program that opens a store's file, writes to it and prints its epoch: `opener.ts <file>`. */
const [file] = process.argv.slice(2);
if (file !== undefined) {
  const { store } = openStoreFile(file);
  await store.set(`quote:${process.pid}`, "opened", 60_000);
  process.stdout.write(await store.epoch());
  await store.close();
}
