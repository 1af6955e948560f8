/** True if a click on a link opens its page here, not in another tab or window. */
export function isPlainClick(event: Pick<MouseEvent, "button" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">) {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
