import { randomBytes } from "node:crypto";
import { accountById, signedIn } from "./accounts";
import { textOf, type Call, type SandboxState, EXCHANGE, type Calls } from "./call";
import type { Both } from "./values";
import { Refusal } from "./refusals";

/** The review takes this long on the sandbox's clock (up to a working day in reality). */
export const REVIEW_MS = 2 * 60_000;
/** The smaller of the two limits that the upstream may have. */
const PHOTO_MAX_BYTES = 512_000;
const SLOTS = ["firstPhoto", "secondPhoto", "thirdPhoto"] as const;
/** The review rejects document numbers with this ending, so that testers can see a rejection. */
const REJECTED_ENDING = "REJECT";
const REJECTION: Both = {
  el_GR: "證件照片不清晰，請重新拍攝。",
  en_US: "The photos are not clear, please take them again.",
};

/** Returns the type of a picture by its first bytes, not its name. */
function pictureType(bytes: Buffer): "image/png" | "image/jpeg" | undefined {
  if (bytes.subarray(0, 8).toString("hex") === "89504e470d0a1a0a") return "image/png";
  if (bytes.subarray(0, 3).toString("hex") === "ffd8ff") return "image/jpeg";
  return undefined;
}

/** common/upload_img: stores one photo, in a field named after its slot. */
function uploadPhoto(call: Call) {
  const account = signedIn(call);
  const slot = SLOTS.find((name) => name === textOf(call.body, "name"));
  const file = call.files.find((sent) => sent.field === slot);
  if (!slot || !file || call.files.length !== 1) throw new Refusal("badRequest");
  if (file.cut || file.bytes.length > PHOTO_MAX_BYTES) throw new Refusal("photoSize");
  const contentType = pictureType(file.bytes);
  if (!contentType) throw new Refusal("photoType");
  const filename = `${slot}-${randomBytes(12).toString("hex")}.${contentType === "image/png" ? "png" : "jpg"}`;
  call.state.database.run(
    "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)",
    filename,
    account.id,
    slot,
    contentType,
    file.bytes,
    call.state.clock.nowMs(),
  );
  if (call.state.platform.photoName === "filename") return { filename };
  return { filename: `/identity/${account.id}/${filename}`, filenameStr: filename };
}

/**
 * user/v4/auth_realname: submits an identity for review. +86 requires a full name and the identity card; other
 * countries require first and last name and any kind of document. Exactly one of the two forms of a name is allowed.
 *
 * @throws Refusal identityFields, identityPhotos, identityState, idCardExists (10051)
 */
function submitIdentity(call: Call) {
  const { state, body } = call;
  const account = signedIn(call);
  settleIdentity(state, account.id);
  const level = accountById(state.database, account.id)?.auth_level;
  if (level === 0 || level === 1) throw new Refusal("identityState");

  const countryCode = textOf(body, "countryCode");
  const certificateType = textOf(body, "certificateType");
  const certificateNumber = textOf(body, "certificateNumber").toUpperCase();
  const fullName = textOf(body, "userName");
  const pair = [textOf(body, "familyName"), textOf(body, "name")];
  const mainland = countryCode === "+86";
  const nameFits = mainland
    ? fullName !== "" && pair.every((part) => part === "")
    : fullName === "" && pair.every((part) => part !== "");
  const typeFits = mainland ? certificateType === "1" : /^[1-4]$/.test(certificateType);
  const placeFits = /^\+\d{1,4}(-\d{1,4})?$/.test(countryCode) && /^\d{1,3}$/.test(textOf(body, "numberCode"));
  if (!nameFits || !typeFits || !placeFits || certificateNumber === "") throw new Refusal("identityFields");

  const photos = SLOTS.map((slot) => textOf(body, slot));
  const known = photos.every((filename, index) => {
    const slot = SLOTS[index] ?? "";
    const sql = "SELECT 1 FROM uploads WHERE filename = ? AND account_id = ? AND slot = ?";
    return state.database.row(sql, filename, account.id, slot) !== undefined;
  });
  if (!known) throw new Refusal("identityPhotos");

  const taken = state.database.row(
    "SELECT 1 FROM identities WHERE certificate_number = ? AND certificate_type = ? AND country_code = ? AND account_id <> ?",
    certificateNumber,
    certificateType,
    countryCode,
    account.id,
  );
  if (taken) throw new Refusal("idCardExists");

  state.database.transaction(() => {
    state.database.run("DELETE FROM identities WHERE account_id = ?", account.id);
    state.database.run(
      "INSERT INTO identities VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
      account.id,
      countryCode,
      certificateType,
      certificateNumber,
      fullName || pair.join(" "),
      JSON.stringify(photos),
      state.clock.nowMs(),
    );
    state.database.run("UPDATE accounts SET auth_level = 0, reject_reason = NULL WHERE id = ?", account.id);
  });
  return null;
}

/** Ends the review of an account when it is due. */
export function settleIdentity(state: SandboxState, accountId: number): void {
  const { database, clock } = state;
  const due = database.row<{ certificate_number: string }>(
    "SELECT certificate_number FROM identities WHERE account_id = ? AND decided_ms IS NULL AND submitted_ms <= ?",
    accountId,
    clock.nowMs() - REVIEW_MS,
  );
  if (!due) return;
  const rejected = due.certificate_number.endsWith(REJECTED_ENDING);
  database.transaction(() => {
    database.run("UPDATE identities SET decided_ms = ? WHERE account_id = ?", clock.nowMs(), accountId);
    // A rejected document may be used again.
    if (rejected) database.run("DELETE FROM identities WHERE account_id = ?", accountId);
    database.run(
      "UPDATE accounts SET auth_level = ?, reject_reason = ? WHERE id = ?",
      rejected ? 2 : 1,
      rejected ? JSON.stringify(REJECTION) : null,
      accountId,
    );
  });
}

export const IDENTITY_CALLS: Calls = {
  [`${EXCHANGE}/common/upload_img`]: uploadPhoto,
  [`${EXCHANGE}/user/v4/auth_realname`]: submitIdentity,
};
