import { createHash, randomBytes } from 'node:crypto'

interface CodeLogin {
  /** Where the service is. */
  baseUrl: string
  /** What it calls itself, where that is another address: `PUBLIC_URL`. */
  publicUrl?: string
  email: string
  password: string
  /** Where the code is sent, below the service: default `/dashboard/callback`. */
  callback?: string
}

const clientId = 'inlet-dashboard'

/**
 * Logs in as a browser and the dashboard do, without either: the authorization code flow with PKCE (RFC 7636) at the embedded provider.
 * @returns what the token endpoint answers
 */
export async function logInByCode({
  baseUrl,
  publicUrl = baseUrl,
  email,
  password,
  callback = '/dashboard/callback',
}: CodeLogin): Promise<Record<string, unknown>> {
  const redirectUri = `${publicUrl}${callback}`
  const verifier = randomBytes(32).toString('base64url')
  const browser = cookieJar({ baseUrl, publicUrl })
  const start = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })

  const loginPage = await browser.ask(`${baseUrl}/oidc/auth?${start}`)
  let next = await browser.ask(loginPage, new URLSearchParams({ email, password }))
  while (!next.startsWith(redirectUri)) next = await browser.ask(next)
  const code = new URL(next).searchParams.get('code') ?? ''
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  })
  const answer = await fetch(`${baseUrl}/oidc/token`, { method: 'POST', body })
  return JSON.parse(await answer.text())
}

/** Keeps cookies by name, and says where each answer leads. */
function cookieJar({ baseUrl, publicUrl }: { baseUrl: string; publicUrl: string }) {
  const cookies = new Map<string, string>()
  return {
    async ask(url: string, form?: URLSearchParams): Promise<string> {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const answer = await fetch(url.replace(publicUrl, baseUrl), {
        redirect: 'manual',
        headers: { accept: 'text/html', cookie },
        ...(form ? { method: 'POST', body: form } : {}),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${url} led nowhere: ${answer.status} ${await answer.text()}`)
      return new URL(location, url.replace(baseUrl, publicUrl)).href
    },
  }
}
