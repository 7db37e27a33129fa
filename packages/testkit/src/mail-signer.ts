import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { type DKIMSignOptions, dkimSign } from 'mailauth'

/** A domain that signs its mails (RFC 6376, RFC 8463). */
export interface MailSigner {
  /** The TXT question for its key, as a key of the zone of `fakeDns`. */
  keyQuestion: string
  /** The TXT record with its key. */
  keyRecord: string
  /** The mail with a DKIM-Signature on top. @throws where it cannot be signed */
  sign(raw: string | Buffer, options?: Partial<DKIMSignOptions>): Promise<Buffer>
}

/** Makes a signer with a new key; an RSA key has 2048 bits by default. */
export function mailSigner(
  signingDomain: string,
  { kind = 'rsa', bits = 2048 }: { kind?: 'rsa' | 'ed25519'; bits?: number } = {},
): MailSigner {
  const selector = 's1'
  const { privateKey, publicKey } =
    kind === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: bits }) : generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    keyQuestion: `TXT ${selector}._domainkey.${signingDomain}`,
    keyRecord: `v=DKIM1; k=${kind}; p=${published(publicKey, kind)}`,
    async sign(raw, options = {}) {
      const bytes = Buffer.from(raw)
      const how = { signingDomain, selector, privateKey: pem, ...options }
      const { signatures, errors } = await dkimSign(bytes, { ...how, signatureData: [how] })
      const [error] = errors
      if (error) throw error.err
      return Buffer.concat([Buffer.from(signatures), bytes])
    },
  }
}

/** RSA as SubjectPublicKeyInfo, as is usual; Ed25519 as its 32 bytes (RFC 8463 §4). */
function published(key: KeyObject, kind: 'rsa' | 'ed25519'): string {
  const der = key.export({ type: 'spki', format: 'der' })
  return (kind === 'rsa' ? der : der.subarray(-32)).toString('base64')
}
