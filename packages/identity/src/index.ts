export { type AuthenticateApiKey, apiKeyAuthenticator } from './authenticate-api-key.ts'
export { createApiKey } from './create-api-key.ts'
