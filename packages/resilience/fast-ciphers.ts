import tls from "node:tls";

/**
 * Removes Diffie-Hellman over finite fields from the ciphers of every TLS connection of this process. The server
 * chooses the size of the numbers: with 10,000 bits one handshake blocks the event loop for 1.5 s, before its
 * certificate is checked. Servers that offer nothing better are older than 2012.
 */
export function refuseSlowCiphers(): void {
  tls.DEFAULT_CIPHERS = `${tls.DEFAULT_CIPHERS}:!kDHE`;
}
