import { type Html, html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

const meanings: [tag: string, meaning: string][] = [
  ['otp', 'A one-time code was found; it is in otpCode.'],
  ['link', 'The text has at least one link.'],
  ['attachment', 'The mail has at least one attachment.'],
  ['bulk', 'Its header marks it as a mass mail (List-Unsubscribe or Precedence).'],
  ['auto', 'Its header marks it as an automatic answer (Auto-Submitted).'],
  ['bounce', 'It reports that a mail was not delivered.'],
  [
    'auth:pass, auth:fail, auth:none',
    'The result of SPF, DKIM and DMARC for its sender. No mail is refused because of it.',
  ],
  ['tls', 'It came over an encrypted connection.'],
  ['plus:shop', 'It was sent to code+shop@… and is kept in code@….'],
  ['truncated', 'Text or HTML was too long to be kept whole; the source is whole.'],
  ['malformed', 'It could not be read as a mail; its source is kept.'],
]

const row = ([tag, meaning]: (typeof meanings)[number]): Html => html`<dt><code>${tag}</code></dt><dd>${meaning}</dd>
`

/** The tags and their use. */
export const tags: Guide = {
  anchor: 'tags',
  title: 'Tags',
  of: (
    baseUrl,
  ) => html`<p>Each message has <code>tags</code>, set when it is received. The list of an inbox filters by one of them with <code>tag=</code>.</p>
<dl class="fields">${meanings.map(row)}</dl>
<p>With a detail after a plus sign, one address serves many tests: send to <code>signup+run7@YOUR_DOMAIN</code>, and wait in <code>signup@YOUR_DOMAIN</code> for the tag <code>plus:run7</code>.</p>
${codeBlock(
  'Wait for a tag with curl',
  `curl "${baseUrl}/inboxes/signup@YOUR_DOMAIN/messages?tag=plus:run7&waitSeconds=30" \\
  -H "X-API-Key: $INLET_KEY"`,
)}`,
}
