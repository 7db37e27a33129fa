import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dayMs } from '@inlet/contract'
import { type Config, ConfigError } from '@inlet/runtime'
import { mxHostAdvice, mxHostOf } from '../../mx-host.ts'
import { isLoopback } from '../../own-url.ts'
import { checkTlsFiles } from '../../start/check-tls-files.ts'
import { type DoctorFinding, findings } from './finding.ts'

const warnedDays = 14

/** Checks that links and the login page have an address that users can reach. */
export function publicUrlFinding({ PUBLIC_URL, MONGODB_URI, HTTP_HOST, INLET_ROLE }: Config): DoctorFinding | null {
  if (INLET_ROLE === 'smtp' || INLET_ROLE === 'worker') return null
  const { ok, warn } = findings('public url')
  if (PUBLIC_URL !== undefined) return ok(PUBLIC_URL)
  if (MONGODB_URI === undefined) return ok("the HTTP server's own")
  return warn(
    `PUBLIC_URL is not set: links and logins name ${HTTP_HOST}`,
    'Set it to the URL that your users type, the same for every HTTP process.',
  )
}

/** Checks that other mail servers can find the host that MX records name. */
export function mxHostFinding(config: Config): DoctorFinding {
  const { ok, warn } = findings('mx host')
  const mxHost = mxHostOf(config)
  const advice = mxHostAdvice(mxHost)
  return advice === null ? ok(mxHost) : warn(`${mxHost} is no public name`, advice)
}

/** Checks that the SMTP server of a production can be reached. */
export function smtpHostFinding(config: Config): DoctorFinding {
  const { ok, warn } = findings('smtp host')
  const { SMTP_HOST: host, MONGODB_URI, SMTP_STARTTLS, SMTP_TLS_CERT_FILE } = config
  if (MONGODB_URI === undefined || !isLoopback(host)) return ok(host)
  const leavesOutLoopback = SMTP_STARTTLS === 'auto' && SMTP_TLS_CERT_FILE === undefined
  return warn(
    `only this machine reaches ${host}`,
    [
      'Set SMTP_HOST to 0.0.0.0, or to an address of this machine, unless a proxy here passes mail on.',
      ...(leavesOutLoopback
        ? ['Behind one that sends no PROXY header nobody is offered STARTTLS: set SMTP_TLS_CERT_FILE.']
        : []),
    ].join(' '),
  )
}

const selfMadeAdvice =
  'Senders cannot check its name, and some then send nothing: set SMTP_TLS_CERT_FILE and SMTP_TLS_KEY_FILE.'

/** Checks the certificate and key for STARTTLS, who signed the certificate, and how long it is valid. */
export async function checkCertificate(config: Config, now: Date): Promise<DoctorFinding> {
  const { ok, warn, fail } = findings('tls files')
  const file = config.SMTP_TLS_CERT_FILE
  if (file === undefined) {
    const message = 'none: each SMTP process makes a certificate itself'
    // Programs of this machine are not offered it.
    const isTrial = config.MONGODB_URI === undefined && isLoopback(config.SMTP_HOST)
    return isTrial ? ok(message) : warn(message, selfMadeAdvice)
  }
  try {
    await checkTlsFiles(config)
    const certificate = new X509Certificate(await readFile(file))
    const endsAt = new Date(certificate.validTo)
    const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
    const message = `${file} is good until ${endsAt.toISOString().slice(0, 10)}`
    const advice = 'Renew it: a running server loads the new one by itself.'
    if (days < 0) return warn(`${file} ended on ${endsAt.toISOString().slice(0, 10)}`, advice)
    if (certificate.verify(certificate.publicKey)) return warn(`${file} is signed by itself`, selfMadeAdvice)
    return days < warnedDays ? warn(message, advice) : ok(message)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail(error.message.replace(/\.$/, ''), 'The SMTP server does not start with it.')
  }
}
