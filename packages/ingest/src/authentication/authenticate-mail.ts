import { Readable } from 'node:stream'
import { readAddressList } from '@inlet/mail/address-list'
import { headerStart } from '@inlet/mail/header-range'
import { fieldLinesIn } from '@inlet/mail/header-section'
import { type DKIMResult, type DKIMVerifyResult, type DMARCResult, dkimVerify, dmarc, spf } from 'mailauth'
import { getDomain } from 'tldts'
import type { Judgement } from './authentication-verdict.ts'
import { type AuthenticationFacts, authenticationVerdict } from './authentication-verdict.ts'
import { type BodyCanonicalization, canonicalBody } from './canonical-body.ts'
import type { Lookup } from './dns-lookup.ts'

/** A mail to be judged. */
export interface MailToAuthenticate {
  head: Buffer
  /** Empty where no signature is to be verified. */
  body: Buffer
  mailFrom: string
  helo: string
  /** Null where it is not public: then SPF is not evaluated. */
  publicIp: string | null
}

/** Further signatures are ignored (RFC 6376 §6.1 lets a verifier limit them). */
const maxSignatures = 3
/** Longer signatures are ignored: one that lists every field name has about 2,000. */
const signatureMaxChars = 4_096
/** The body is hashed in pieces of this size, each to the end of a line. */
const pieceBytes = 1024 * 1024
/** Mail programs show the first of these fields, DKIM signs the last one: anyone can add another one above (RFC 6376 §8.15). */
const fieldsShown = ['subject', 'content-type', 'content-transfer-encoding', 'content-disposition']

/** The DNS lookup, and a function that lets other mails compute. */
interface Tools {
  lookup: Lookup
  /** Called between the steps of a long computation. */
  yieldTurn: () => Promise<void>
}

/**
 * Evaluates SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 9989) of one mail, one after the other, since
 * mails compute in turns. Temporary errors do not count against the mail. The head must be one that `findMailHead` accepts.
 */
export async function authenticateMail(mail: MailToAuthenticate, { lookup, yieldTurn }: Tools): Promise<Judgement> {
  const fields = signedFields(mail.head)
  const signed = await verifySignatures(fields, mail.body, { lookup, yieldTurn })
  const sent = await evaluateSpf(mail, lookup)
  const headerFrom = signed.headerFrom.every(hasDomain) ? signed.headerFrom : authorsShown(fields)
  const spfDomain = sent.result === 'pass' ? sent.identity : null
  const policy = await evaluateDmarc({ ...signed, headerFrom }, spfDomain, lookup)
  const authorDomains = headerFrom
    .filter((author) => author.includes('@'))
    .map(domainOf)
    .filter((domain) => domain !== '')
  const isAligned = (identity: string) =>
    authorDomains.some((author) => organization(author) === organization(identity))
  const verdict = authenticationVerdict({
    author: authorOf(signed.fromFields, authorDomains, policy),
    dmarc: dmarcResult(policy),
    spf: { result: sent.result, isAligned: isAligned(sent.identity) },
    dkim: signed.signatures.map((each) => ({ ...each, isAligned: each.isAligned || isAligned(each.domain ?? '') })),
  })
  return { verdict, authorDomain: policy ? (authorDomains[0] ?? '') : '' }
}

const hasDoubleShown = (fields: SignedField[]) =>
  fieldsShown.some((shown) => fields.filter(({ name }) => name === shown).length > 1)

/** Whether mailauth found a domain: in a From whose quote is never closed it finds `example.com>`. */
const hasDomain = (author: string) => /^[^\s"'(),:;<>]+$/.test(domainOf(author))

/** The authors that are shown. */
function authorsShown(fields: SignedField[]): string[] {
  const from = fields.find(({ name }) => name === 'from')?.text.replaceAll('\r\n', '') ?? ''
  return readAddressList(from.slice(from.indexOf(':') + 1))
    .map(({ address }) => address)
    .filter((address) => address !== '')
}

type Signature = AuthenticationFacts['dkim'][number] & { domain: string | undefined }

interface Signed {
  headerFrom: string[]
  fromFields: number
  signatures: Signature[]
}

/** Verifies each body canonicalization separately: the body form that is fast for one is slow for the other. */
async function verifySignatures(fields: SignedField[], body: Buffer, tools: Tools): Promise<Signed> {
  const signatures = fields
    .filter(({ name, text }) => name === 'dkim-signature' && text.length <= signatureMaxChars)
    .slice(0, maxSignatures)
  const verify = (kept: SignedField[], canonicalization: BodyCanonicalization | null): Promise<DKIMVerifyResult> => {
    // ARC is not evaluated, and without its fields mailauth does not hash for it.
    const head = headerOf(
      fields.filter(
        (field) => !field.name.startsWith('arc-') && (field.name !== 'dkim-signature' || kept.includes(field)),
      ),
    )
    const whole = canonicalization ? canonicalBody(body, canonicalization) : Buffer.alloc(0)
    // A stream of pieces that end with a line: mailauth would cut a buffer within lines, and join a long line again and again.
    const stream = Readable.from(piecesOf(head, whole, tools.yieldTurn), { highWaterMark: 1 })
    // With a sender given, mailauth does not read Return-Path, which anyone can write.
    return dkimVerify(stream, { resolver: tools.lookup, strict: true, sender: 'unread@invalid' })
  }

  const [relaxed, simple] = [
    signatures.filter((field) => bodyCanonicalization(field) === 'relaxed'),
    signatures.filter((field) => bodyCanonicalization(field) === 'simple'),
  ]
  if (signatures.length === 0) return { ...(await verify([], null)), signatures: [] }
  const verified: DKIMVerifyResult[] = []
  if (relaxed.length > 0) verified.push(await verify(relaxed, 'relaxed'))
  if (simple.length > 0) verified.push(await verify(simple, 'simple'))
  const coversShown = !hasDoubleShown(fields)
  return {
    headerFrom: verified[0]?.headerFrom ?? [],
    fromFields: verified[0]?.fromFields ?? 0,
    signatures: verified.flatMap(({ results }) => results).map((each) => toSignature(each, coversShown)),
  }
}

async function* piecesOf(head: Buffer, body: Buffer, yieldTurn: () => Promise<void>): AsyncGenerator<Buffer> {
  // Canonicalizing a large body takes long by itself.
  if (body.length > pieceBytes) await yieldTurn()
  yield head
  for (let at = 0; at < body.length; ) {
    if (at > 0) await yieldTurn()
    const lineEnd = body.indexOf('\n', at + pieceBytes)
    const end = lineEnd < 0 ? body.length : lineEnd + 1
    yield body.subarray(at, end)
    at = end
  }
}

/** RFC 6376 §3.5: `c=header/body`; without a second name the body is `simple`. */
function bodyCanonicalization({ text }: SignedField): BodyCanonicalization {
  const [, value = ''] = /[:;][ \t\r\n]*c[ \t\r\n]*=([^;]*)/i.exec(text) ?? []
  return /\/[ \t\r\n]*relaxed[ \t\r\n]*$/i.test(value) ? 'relaxed' : 'simple'
}

async function evaluateSpf(
  { publicIp, mailFrom, helo }: MailToAuthenticate,
  lookup: Lookup,
): Promise<{ result: AuthenticationFacts['spf']['result']; identity: string }> {
  if (publicIp === null) return { result: 'not-evaluated', identity: '' }
  const { status, domain } = await spf({ ip: publicIp, sender: mailFrom, helo, mta: 'unknown', resolver: lookup })
  return { result: spfResult(status.result), identity: domain }
}

function spfResult(result: string): AuthenticationFacts['spf']['result'] {
  return result === 'pass' || result === 'fail' || result === 'temperror' ? result : 'other'
}

function evaluateDmarc(signed: Signed, spfDomain: string | null, lookup: Lookup): Promise<DMARCResult | false> {
  return dmarc({
    headerFrom: signed.headerFrom,
    fromFields: signed.fromFields,
    spfDomains: spfDomain === null ? [] : [spfDomain],
    dkimDomains: signed.signatures.flatMap(({ result, domain }) => (result === 'pass' && domain ? [{ domain }] : [])),
    resolver: lookup,
  })
}

/** mailauth returns false where it finds no author domain, or more than one. */
function authorOf(fromFields: number, domains: string[], policy: DMARCResult | false): AuthenticationFacts['author'] {
  if (fromFields > 1) return 'several'
  if (domains.length === 0) return 'none'
  return policy ? 'one' : 'several'
}

function dmarcResult(policy: DMARCResult | false): AuthenticationFacts['dmarc'] {
  const result = policy ? policy.status.result : 'none'
  return result === 'pass' || result === 'fail' || result === 'temperror' ? result : 'none'
}

function toSignature({ status, signingDomain }: DKIMResult, coversShown: boolean): Signature {
  return { result: dkimResult(status, coversShown), isAligned: Boolean(status.aligned), domain: signingDomain }
}

function dkimResult(status: DKIMResult['status'], coversShown: boolean): Signature['result'] {
  // `underSized`: the end of the body is not signed, and anyone can have added it.
  if (status.result === 'pass') return status.underSized || !coversShown ? 'other' : 'pass'
  return status.result === 'fail' || status.result === 'temperror' ? status.result : 'other'
}

const domainOf = (author: string) => author.slice(author.lastIndexOf('@') + 1).toLowerCase()

/** The organizational domain by the Public Suffix List, with its private suffixes. Used where no policy is published. */
function organization(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** A header field in the form that DKIM signs: its lines with their folds, joined by CRLF; `name` is lower case, the whole line where there is no colon. */
interface SignedField {
  name: string
  text: string
}

/** The fields of a mail's header, one character for each byte. Every line belongs to a field, since mailauth reads all lines. */
export function signedFields(header: Buffer): SignedField[] {
  return Array.from(fieldLinesIn(header.toString('latin1', headerStart(header))), toField)
}

function toField(lines: string[]): SignedField {
  const text = lines.join('\r\n')
  const [name = ''] = text.split(':', 1)
  return { name: name.replace(/\r\n/g, '').trim().toLowerCase(), text }
}

/** The bytes of a header with these fields, its empty line included. */
export function headerOf(fields: SignedField[]): Buffer {
  return Buffer.from(`${fields.map(({ text }) => `${text}\r\n`).join('')}\r\n`, 'latin1')
}
