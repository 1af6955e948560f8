/** A picture, because extensions that darken pages would make a drawing black on black. */
export function QrCode({ src, label }: { src: string; label: string }) {
  return <img className="qr" src={src} alt={label} width="240" height="240" />;
}
