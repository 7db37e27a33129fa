import { rotateSigningKeys } from '@inlet/identity'
import { assertOwnLogin } from '../assert-own-login.ts'
import type { Command } from '../command.ts'

/** `signing-key rotate` */
export const signingKeyRotate: Command = {
  name: 'signing-key rotate',
  about:
    'Sign the tokens of the login page that Inlet brings with a new key; running servers take it up within seconds',
  options: {
    compromised: { about: 'The old keys are in wrong hands: refuse what they signed, everybody logs in again' },
  },
  examples: ['signing-key rotate', 'signing-key rotate --compromised'],
  prepare: (given) => ({
    kind: 'withDatabase',
    async run({ config, deps, caller }) {
      assertOwnLogin(
        config,
        'Tokens are signed by your identity provider (OIDC_ISSUER), and its keys are rotated there.',
      )
      const isCompromised = given.compromised === true
      const kid = await rotateSigningKeys(deps, caller, { isCompromised })
      const rest = isCompromised
        ? 'What the old keys signed is refused.'
        : 'What the old keys signed stays good until it expires.'
      return { json: { data: { kid } }, text: `The key ${kid} signs from now on. ${rest}` }
    },
  }),
}
