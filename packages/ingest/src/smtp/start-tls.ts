import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import type { TlsMaterial } from './tls-material.ts'

/** What handshakes use (RFC 8996: nothing below TLS 1.2). @throws where certificate and key are not a pair in PEM */
export function secureContextOf({ cert, key }: TlsMaterial): SecureContext {
  // An empty text, as a file has while it is being written, would pass for no certificate at all, and no handshake would succeed.
  new X509Certificate(cert)
  createPrivateKey(key)
  return createSecureContext({ cert, key, minVersion: 'TLSv1.2' })
}

/**
 * Begins TLS on a connection whose client was told to go ahead. What it wrote in the clear behind STARTTLS and nobody has read yet is
 * thrown away: run inside TLS, it would be somebody else's words in the client's mouth (RFC 3207 §4.2, CVE-2011-0411).
 */
export function startTls(socket: Socket, secureContext: SecureContext): TLSSocket {
  socket.pause()
  while (socket.read() !== null);
  return new TLSSocket(socket, { isServer: true, secureContext })
}
