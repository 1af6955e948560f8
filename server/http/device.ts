/**
 * Whether a visitor's device takes its apps from the App Store (spec section 2: App Store and TestFlight on iOS, one download
 * elsewhere).
 *
 * @param userAgent the User-Agent of the request; iPads of late call themselves Macintosh and count as others
 */
export function isIos(userAgent: string | null): boolean {
  return /\b(iPhone|iPad|iPod)\b/.test(userAgent ?? "");
}
