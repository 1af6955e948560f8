/** Shows a QR code as an image: extensions that darken pages would make inline SVG black on black. */
export function QrCode({ src, label }: { src: string; label: string }) {
  return <img className="qr" src={src} alt={label} width="240" height="240" />;
}
