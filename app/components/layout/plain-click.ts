export function isPlainClick(event: Pick<MouseEvent, "button" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">) {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
