import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dayMs } from '@inlet/contract'
import { type Config, ConfigError } from '@inlet/runtime'
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

/** Checks the certificate and key for STARTTLS, and how long the certificate is valid. */
export async function checkCertificate(config: Config, now: Date): Promise<DoctorFinding> {
  const { ok, warn, fail } = findings('tls files')
  const file = config.SMTP_TLS_CERT_FILE
  if (file === undefined) return ok('none: each SMTP process makes a certificate itself')
  try {
    await checkTlsFiles(config)
    const endsAt = new Date(new X509Certificate(await readFile(file)).validTo)
    const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
    const message = `${file} is good until ${endsAt.toISOString().slice(0, 10)}`
    const advice = 'Renew it: a running server loads the new one by itself.'
    if (days < 0) return warn(`${file} ended on ${endsAt.toISOString().slice(0, 10)}`, advice)
    return days < warnedDays ? warn(message, advice) : ok(message)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return fail(error.message.replace(/\.$/, ''), 'The SMTP server does not start with it.')
  }
}
