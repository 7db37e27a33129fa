import { issueOperatorToken } from '@inlet/identity'
import { type Config, ConfigError } from '@inlet/runtime'
import { z } from 'zod'
import { publicUrlOf } from '../../own-url.ts'
import { accountEmail, emailOption } from '../account-options.ts'
import { assertOwnLogin } from '../assert-own-login.ts'
import type { Command } from '../command.ts'
import { readOptions } from '../read-options.ts'

const tokenInput = z.object({ hours: z.int().min(1).max(24).default(1) })
const hourSeconds = 3600

/** `token` */
export const token: Command = {
  name: 'token',
  about: 'Print an access token for an account of the built-in login, as if that person had logged in',
  options: {
    ...emailOption,
    hours: { value: 'N', about: 'How many hours it is valid, 1 to 24 (default 1)' },
  },
  examples: [
    'token --email ada@example.com',
    'token --email ada@example.com --hours 8 --json',
    { settings: 'PUBLIC_URL=https://inlet.example.com', line: 'token --email ada@example.com' },
  ],
  prepare(given) {
    const email = accountEmail(given)
    const { hours } = readOptions({ schema: tokenInput, given, from: { hours: 'hours' }, numbers: ['hours'] })
    return {
      kind: 'withDatabase',
      async run({ config, deps, caller }) {
        assertOwnLogin(config, 'Access tokens are issued by your identity provider (OIDC_ISSUER).')
        const publicUrl = addressOf(config)
        const issued = await issueOperatorToken(deps, caller, {
          email,
          lifetimeSeconds: hours * hourSeconds,
          publicUrl,
          audience: config.OIDC_AUDIENCE,
          clientId: config.OIDC_CLIENT_ID,
        })
        const { account, expiresAt } = issued
        return {
          json: { data: { accessToken: issued.token, expiresAt, email: account.email, publicUrl } },
          text: issued.token,
          note: noteOf({ email: account.email, expiresAt, publicUrl }),
        }
      },
    }
  },
}

/** The servers take only tokens that name their own address. @throws ConfigError where it is not known */
function addressOf(config: Config): string {
  if (config.PUBLIC_URL !== undefined || config.HTTP_PORT !== 0) return publicUrlOf(config, config.HTTP_PORT)
  throw new ConfigError('HTTP_PORT is 0: set PUBLIC_URL to the address that the running server shows.')
}

const noteOf = ({ email, expiresAt, publicUrl }: { email: string; expiresAt: string; publicUrl: string }) =>
  `An access token for ${email}, good until ${expiresAt}, for the servers at ${publicUrl} (other settings: PUBLIC_URL).
Send it as "Authorization: Bearer …". It ends early with "user set-password", "user disable" and "signing-key rotate --compromised".`
