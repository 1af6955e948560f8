import tls from "node:tls";

/**
 * Removes Diffie-Hellman over finite fields from the ciphers and groups of every TLS connection of this process. The
 * server chooses the size of the numbers, before its certificate is checked: with 10,000 bits one handshake blocks the
 * event loop for 1.5 s, and with the largest group of TLS 1.3 it takes 130 ms. Servers that offer nothing better are
 * older than 2012.
 */
export function refuseSlowCiphers(): void {
  tls.DEFAULT_CIPHERS = `${tls.DEFAULT_CIPHERS}:!kDHE`;
  tls.DEFAULT_ECDH_CURVE = "X25519:P-256:P-384:P-521";
}
