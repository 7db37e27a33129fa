import { readFile } from 'node:fs/promises'
import { generate } from 'selfsigned'

/** A certificate chain and its key, in PEM. */
export interface TlsMaterial {
  cert: string
  key: string
}

const validDays = 397

/**
 * The certificate for STARTTLS: the operator's, or one made on the spot. Senders of mail encrypt without looking at the name
 * (RFC 7435), so a self-made one is worth more than none.
 */
export async function tlsMaterial(name: string, files: { certFile?: string; keyFile?: string }): Promise<TlsMaterial> {
  if (files.certFile && files.keyFile) {
    const [cert, key] = await Promise.all([readFile(files.certFile, 'utf8'), readFile(files.keyFile, 'utf8')])
    return { cert, key }
  }
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + validDays * 86_400_000),
  })
  return { cert: made.cert, key: made.private }
}
