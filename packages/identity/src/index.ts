export { createApiKey } from './create-api-key.ts'
export { type AuthenticateApiKey, apiKeyAuthenticator } from './authenticate-api-key.ts'
