import { BROKEN, isObject, readJson } from "@storefront/upstream-client/json";
import { isAbsent, observeObjects, unpackedList, type ObservedPart } from "~server/upstream/schemas";
import { readEnvelope } from "~server/upstream/envelope";
import { observeResponses, type RawResponse } from "~server/upstream/client";
import { absoluteUrl, imageUrl } from "~server/upstream/links";
import { isBroken, MISSING } from "~server/upstream/parsers";
import { patternOf } from "./redacted-text";

export interface FieldCount {
  of: number;
  sent: number;
  read: number;
  /** The number of values that are unreadable because their bytes are not UTF-8. */
  broken: number;
  /** Patterns of unreadable values. */
  unreadable: Set<string>;
}

export interface SentPicture {
  sent: string;
  isRelative: boolean;
  /** The address as a page would use it; undefined if the page rejects it. */
  url?: string | undefined;
}

export interface Observation {
  status?: number | undefined;
  data?: unknown;
  fields: Map<string, FieldCount>;
}

export interface Writing {
  call: string;
  /** True if the text is only in the field `message`. */
  hasMessage: boolean;
  /** The compression of the response, if it was not requested. */
  compression?: string | undefined;
  /** The location of bytes that are not UTF-8. In `data` they affect what the shop shows. */
  broken?: "data" | "words" | undefined;
}

const PICTURE_FIELDS: ReadonlySet<string> = new Set([
  ...["thumbnail2List", "thumbnail2Detail", "img", "favicon"],
  ...["appHomeLogoOS", "appLogoOS", "appLauncher", "appPhoneView"],
]);
/** Fields whose pictures are never shown: we draw QR codes ourselves. */
const NOT_SHOWN: ReadonlySet<string> = new Set(["addressQRCode"]);
/** The values that some upstreams send for a missing link. */
const NO_LINK: readonly unknown[] = ["#", "-"];
const PATTERNS_MAX = 3;

/** Observes this process's responses until `end`; the shop's schemas report how they were read. */
export function createObserver() {
  let last: Observation = { fields: new Map() };
  let asked = "";
  const writings: Writing[] = [];
  const pictures = new Map<string, SentPicture>();
  const allowedHeaders = new Set<string>();
  observeResponses((response) => {
    last = { status: response.status, data: readEnvelope(response.text)?.data, fields: new Map() };
    writings.push(writingOf(asked, response, last.data));
    for (const name of namesIn(response)) allowedHeaders.add(name);
  });
  observeObjects((parts) => {
    for (const name of new Set(parts.map((part) => part.name))) {
      const same = parts.filter((part) => part.name === name);
      if (!NOT_SHOWN.has(name)) count(last.fields, name, same);
      const sent = same[0]?.sent;
      if (PICTURE_FIELDS.has(name)) notePictures(pictures, sent);
      else if (typeof sent === "string") notePictures(pictures, picturesIn(sent));
    }
  });
  return {
    /** If a call gets no response, an earlier response must not be used for it. */
    begin(call: string) {
      last = { fields: new Map() };
      asked = call;
    },
    last: () => last,
    writings: () => writings,
    pictures: () => [...pictures.values()],
    /** Returns the request headers that pages of other sites may send. */
    allowedHeaders: () => [...allowedHeaders],
    end() {
      observeResponses(undefined);
      observeObjects(undefined);
    },
  };
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";

function writingOf(call: string, { headers, text, isUnlabelledGzip }: RawResponse, data: unknown): Writing {
  const envelope = readJson(text);
  const { msg, message } = isObject(envelope) ? envelope : {};
  const label = isUnlabelledGzip ? "gzip without a label" : headers["content-encoding"];
  return {
    call,
    hasMessage: !isText(msg) && isText(message),
    compression: label === "identity" ? undefined : label,
    broken: text.includes(BROKEN) ? (JSON.stringify([data]).includes(BROKEN) ? "data" : "words") : undefined,
  };
}

const PICTURES_IN_TEXT_MAX = 20;

function picturesIn(text: string): string[] {
  const found = text.matchAll(/(?:\bsrc=["']|\]\()(https?:\/\/[^\s"'()<>]{1,500})/g);
  return [...found].slice(0, PICTURES_IN_TEXT_MAX).flatMap(([, address]) => address ?? []);
}

function namesIn({ headers }: RawResponse): string[] {
  const names = headers["access-control-allow-headers"]?.split(",").map((name) => name.trim()) ?? [];
  return names.filter((name) => /^[A-Za-z0-9-]{1,64}$/.test(name));
}

/** Counts how a field was read. If it is read in several ways, it is readable if one of them succeeds. */
function count(fields: Map<string, FieldCount>, name: string, parts: readonly ObservedPart[]): void {
  const field = fields.get(name) ?? { of: 0, sent: 0, read: 0, broken: 0, unreadable: new Set() };
  fields.set(name, field);
  field.of += 1;
  const sent = parts[0]?.sent;
  if (isAbsent(sent) || NO_LINK.includes(sent)) return;
  field.sent += 1;
  if (parts.some(isRead)) {
    field.read += 1;
    return;
  }
  if (typeof sent === "string" && isBroken(sent)) field.broken += 1;
  if (field.unreadable.size < PATTERNS_MAX) field.unreadable.add(patternOf(sent));
}

/** The results of reading an unreadable value. */
const IN_PLACE: readonly unknown[] = [undefined, "", "unknown", "unclear", MISSING];

function isRead({ sent, read }: ObservedPart): boolean {
  if (IN_PLACE.includes(read)) return false;
  return !Array.isArray(read) || read.length > 0 || unpackedList(sent)?.length === 0;
}

function notePictures(pictures: Map<string, SentPicture>, value: unknown): void {
  for (const sent of unpackedList(value) ?? [value]) {
    if (typeof sent !== "string" || isAbsent(sent)) continue;
    pictures.set(sent, { sent, isRelative: absoluteUrl(sent) === undefined, url: imageUrl(sent) });
  }
}
