import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** How to get an access token. */
export const accessTokens: Guide = {
  anchor: 'access-tokens',
  title: 'Where a token comes from',
  of: (
    baseUrl,
  ) => html`<p>Tests and other programs use an API key. Calls that accept no key, such as deleting an address, need the access token of a user:</p>
<dl class="fields">
<dt>A local start</dt><dd>It writes a token for its demo user into <code>.inlet/demo.json</code>, as <code>accessToken</code>, valid for 24 hours and new at each start.</dd>
<dt>The built-in login</dt><dd>An OpenID Connect provider at <code>${baseUrl.replace(/\/v1$/, '/oidc')}</code>: authorization code with PKCE, no client secret. A token is valid for 15 minutes, is renewed with the refresh token, and ends at once with a logout.</dd>
<dt>The operator</dt><dd><code>npm run -s inlet -- token --email ada@example.com</code> prints a token for a script, valid for an hour, or up to 24 hours with <code>--hours</code>.</dd>
<dt>A provider of your own</dt><dd>Where the operator set <code>OIDC_ISSUER</code>, tokens come from there, as JWTs whose <code>aud</code> is the value of <code>OIDC_AUDIENCE</code>.</dd>
</dl>
${codeBlock(
  'Call with an access token',
  `TOKEN=$(node -p "JSON.parse(fs.readFileSync('.inlet/demo.json')).accessToken")
curl "${baseUrl}/me" -H "Authorization: Bearer $TOKEN"`,
)}`,
}
