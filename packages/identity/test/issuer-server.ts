import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createBackground, createLog } from '@inlet/runtime'
import { testClock } from '@inlet/testkit'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { remoteTokenVerifier } from '../src/access-tokens/remote-token-verifier.ts'

export const audience = 'https://inlet.example/api'

type Answer = { status?: number; headers?: Record<string, string>; body: unknown }

/** A key pair, and its public half as an issuer publishes it. */
export async function keyPair(alg = 'ES256', kid: string | null = `${alg} ${Math.random()}`) {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const named = kid === null ? {} : { kid }
  return { alg, kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), alg, use: 'sig', ...named } }
}

type KeyPair = Awaited<ReturnType<typeof keyPair>>

/** An issuer that says what a test makes it say, and our side of it. */
export async function startIssuer() {
  const clock = testClock()
  const log = createLog('silent')
  const key = await keyPair()
  const asked: string[] = []
  const answers: Record<string, (request: IncomingMessage) => Answer> = {
    '/.well-known/openid-configuration': () => ({
      body: { issuer, jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/userinfo` },
    }),
    '/keys': () => ({ body: { keys: [key.publicJwk] } }),
    '/userinfo': () => ({ status: 404, body: {} }),
  }
  let isDown = false

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    asked.push(path)
    if (isDown) return void request.socket.destroy()
    const { status = 200, headers = {}, body } = answers[path]?.(request) ?? { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const background = createBackground(log)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    issuer,
    clock,
    key,
    asked,
    answers,
    background,
    /** From now on connections are cut. */
    goDown: (down = true) => {
      isDown = down
    },
    seconds,
    trusted: remoteTokenVerifier({ issuer, audience, clock, background, log }),
    /** A token; an undefined claim or header is left out. */
    token(claims: JWTPayload = {}, header: Record<string, unknown> = {}, by: KeyPair = key): Promise<string> {
      const payload = {
        iss: issuer,
        sub: 'ada',
        aud: audience,
        iat: seconds(),
        exp: seconds() + 300,
        client_id: 'dashboard',
        ...claims,
      }
      const named = by.kid === null ? {} : { kid: by.kid }
      return new SignJWT(payload)
        .setProtectedHeader({ alg: by.alg, typ: 'at+jwt', ...named, ...header })
        .sign(by.privateKey)
    },
    async [Symbol.asyncDispose]() {
      await background.settled()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
