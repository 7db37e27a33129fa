import { rotateSigningKeys } from '@inlet/identity'
import { assertOwnLogin } from '../assert-own-login.ts'
import type { Command } from '../command.ts'
import { assertYes, yesOptionFor } from '../confirm-loss.ts'

/** `signing-key rotate` */
export const signingKeyRotate: Command = {
  name: 'signing-key rotate',
  about: 'Sign the tokens of the built-in login with a new key; running servers use it within seconds',
  options: {
    compromised: { about: 'The old keys were stolen: refuse all tokens that they signed; all users must log in again' },
    ...yesOptionFor('--compromised'),
  },
  examples: ['signing-key rotate', 'signing-key rotate --compromised', 'signing-key rotate --compromised --yes --json'],
  prepare: (given) => ({
    kind: 'withDatabase',
    async run({ config, deps, caller }) {
      assertOwnLogin(
        config,
        'Tokens are signed by your identity provider (OIDC_ISSUER), and its keys are rotated there.',
      )
      const isCompromised = given.compromised === true
      if (isCompromised) {
        await assertYes(given, 'This refuses all tokens that the old keys signed: all users must log in again.')
      }
      const kid = await rotateSigningKeys(deps, caller, { isCompromised })
      const rest = isCompromised
        ? 'Tokens that the old keys signed are refused.'
        : 'Tokens that the old keys signed are valid until they expire.'
      return { json: { data: { kid } }, text: `The key ${kid} signs from now on. ${rest}` }
    },
  }),
}
