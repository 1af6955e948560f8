import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { expect, test } from "../support/journey";
import { carryOut, commandsOf } from "../support/runbook";
import { CODE_PATH, FORGOTTEN_PATH, PURCHASE } from "../support/purchase-paths";
import { expectOrders, sheet } from "../support/shopping";
import { TEXTS } from "../support/texts";

const [BACKUP = "", RESTORE = ""] = [...commandsOf("Backup"), ...commandsOf("Restore")].filter((block) =>
  block.includes("storefront.db"),
);
const t = TEXTS.en_US;

// Restarts take long, and the language does not matter.
test("a store restored with the runbook's commands does not repeat a payment made since the backup @long", async ({
  page,
  environment,
  sandbox,
  startPayment,
  pay,
}) => {
  test.skip(spawnSync("sqlite3", ["--version"]).status !== 0, "There is no sqlite3.");
  const backups = freshFolder("storefront-backups");
  const carry = (commands: string) =>
    carryOut(commands, {
      "/var/lib/storefront": environment.dataDir,
      "/var/backups": backups,
      "/etc/cron.hourly": backups,
    });
  await startPayment("en_US");
  const [lost, other] = [await page.context().newPage(), await page.context().newPage()];
  for (const tab of [lost, other]) await tab.goto(CODE_PATH);
  const cookies = await page.context().cookies();
  carry(BACKUP);
  await pay();
  await expect(page).toHaveURL(/Successpay/);
  await environment.restart(() => carry(RESTORE));

  await pay(other);
  await expect(other, "the receipt belongs to this purchase").toHaveURL(/Successpay/);

  // Like a phone that lost its network before the response: it has no receipt.
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await pay(lost);
  await expect(lost).toHaveURL(FORGOTTEN_PATH);
  await expect(sheet(lost)).toHaveAccessibleName(t("PowerProductDetail.forgottenTitle"));
  expect(await sandbox.calls(PURCHASE)).toBe(1);
  await expectOrders(page, 1);
  rmSync(backups, { recursive: true });
});
