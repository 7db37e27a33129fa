import { AppError } from '@inlet/contract'
import type { ApiKeyCaller, UserCaller } from '@inlet/core'
import type { ApiContext } from '../procedure/context.ts'
import { countFailedCredential } from './rate-limits.ts'

const bearer = /^Bearer +([^\s,]+) *$/i
/** An API key in the place of a token, after any scheme. */
const apiKeyInAuthorization = /^(?:\w+ +)?inlet_(?:live|test)_/i

/**
 * Authenticates a request. If an API key is sent, an access token is not looked at.
 * @throws UNAUTHORIZED `missing_credentials`, `invalid_api_key`, `invalid_token`, `token_expired`; TOO_MANY_REQUESTS after too many of
 * these from one client; SERVICE_UNAVAILABLE where the issuer of tokens does not answer
 */
export async function authenticate(ctx: ApiContext): Promise<ApiKeyCaller | UserCaller> {
  const { request } = ctx
  try {
    if (request.apiKey === undefined) return await authenticateUser(ctx)
    const caller = await ctx.authenticateApiKey(request.apiKey)
    request.addLogFields({ keyId: caller.keyId, serviceId: caller.serviceId })
    return caller
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
      for (const { code } of error.facts.details ?? []) ctx.metrics.access.authFailed(code)
      await countFailedCredential(ctx)
    }
    throw error
  }
}

async function authenticateUser({ request, tokens, callerOfUser }: ApiContext): Promise<UserCaller> {
  const { authorization } = request
  if (authorization === undefined) {
    throw AppError.of('missing_credentials')
  }
  if (apiKeyInAuthorization.test(authorization)) {
    throw AppError.of('invalid_token', { message: 'This is an API key, not an access token: send it in X-API-Key' })
  }
  const [, token] = bearer.exec(authorization) ?? []
  if (token === undefined) {
    throw AppError.of('invalid_token', { message: 'Authorization must be Bearer and an access token' })
  }

  const identity = await tokens.verify(token)
  const caller = await callerOfUser(identity, {
    origin: { ip: request.clientIp, requestId: request.id },
    fetchProfile: () => tokens.fetchUserInfo(token),
    // Of the paths that name a service as `id`; whatever else is asked for, the cached roles do not tell whose it is.
    isEnough: (roles) => roles.has(request.params.id ?? ''),
  })
  request.addLogFields({ userId: caller.userId })
  return caller
}
