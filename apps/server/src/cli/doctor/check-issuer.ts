import { readIssuer } from '@inlet/identity'
import { type DoctorFinding, findings } from './finding.ts'

const advice = 'Check that OIDC_ISSUER is exactly the issuer’s own name, and that this machine can reach it.'

/** Checks that the issuer's discovery document and keys can be read and used (OpenID Connect Discovery 1.0). */
export async function checkIssuer(issuer: string): Promise<DoctorFinding> {
  const { ok, fail } = findings('issuer')
  try {
    const { userInfoEndpoint } = await readIssuer(issuer, Date.now)
    const profile =
      userInfoEndpoint === null ? 'no userinfo: access tokens must carry email, email_verified' : 'userinfo'
    return ok(`${issuer} has its discovery document and keys, ${profile}`)
  } catch (error) {
    return fail(`${issuer} cannot be used: ${reason(error)}`, advice)
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'ZodError') return 'its discovery document or its keys lack what they need'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return `${error.message}${code}`
}
