import { limits } from '@inlet/contract'
import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** A whole visit of a public inbox by curl: its blocks are run one after the other in one shell. */
export const visit: Guide = {
  anchor: 'visit',
  title: 'A visit with curl',
  of: (
    baseUrl,
  ) => html`<p>Each step uses the variables of those before. At a local start the host is <code>demo.localhost</code>.</p>
<ol class="steps">
<li><p>Name the host, and see what it is: name, colours, language, and whether it is locked.</p>
${codeBlock(
  'Begin a visit',
  `INBOX_HOST=YOUR_DOMAIN
curl "${baseUrl}/public/domain-info?host=$INBOX_HOST"`,
)}</li>
<li><p>Make an address. Without a <code>localPart</code> its name is random; a name that is taken is 409. Keep the session token: it is shown this once.</p>
${codeBlock(
  'Make an address as a visitor',
  `MADE=$(curl -s "${baseUrl}/public/inbox/generate" \\
  -H 'Content-Type: application/json' -d "{\\"hostname\\":\\"$INBOX_HOST\\"}")
ADDRESS=$(echo "$MADE" | node -p 'JSON.parse(fs.readFileSync(0)).data.address.full')
SESSION=$(echo "$MADE" | node -p 'JSON.parse(fs.readFileSync(0)).data.address.sessionToken')
echo "$ADDRESS"`,
)}</li>
<li><p>Send a mail to it, at a local start with <code>npm run send -- --to $ADDRESS --code 482913</code>, and wait for it, at most ${String(limits.waitSecondsMax)} seconds. The code is in <code>data.messages[0].otpCode</code>; an empty list says that nothing came in time.</p>
${codeBlock('Wait for a mail as a visitor', `curl "${baseUrl}/public/inbox/$ADDRESS?waitSeconds=30"`)}</li>
<li><p>Name the message, to read it and to wait for the next one.</p>
${codeBlock(
  'Wait for the next mail as a visitor',
  `MESSAGE=$(curl -s "${baseUrl}/public/inbox/$ADDRESS" \\
  | node -p 'JSON.parse(fs.readFileSync(0)).data.messages[0].id')
curl "${baseUrl}/public/inbox/$ADDRESS?after=$MESSAGE&waitSeconds=5"`,
)}</li>
<li><p>Read it, which marks it read. <code>renderedHtml</code> is a whole safe document: show it in a frame with <code>sandbox</code>.</p>
${codeBlock('Read a message as a visitor', `curl "${baseUrl}/public/inbox/$ADDRESS/messages/$MESSAGE"`)}</li>
<li><p>Delete this message, or all of them; the address stays. Both answer 204 without a body.</p>
${codeBlock(
  'Delete as a visitor',
  `curl -i -X DELETE "${baseUrl}/public/inbox/$ADDRESS/messages/$MESSAGE" \\
  -H "X-Inbox-Session: $SESSION"
curl -i -X DELETE "${baseUrl}/public/inbox/$ADDRESS" -H "X-Inbox-Session: $SESSION"`,
)}</li>
<li><p>Extend the address. Nothing needs this, since addresses are permanent.</p>
${codeBlock(
  'Extend as a visitor',
  `curl "${baseUrl}/public/inbox/$ADDRESS/extend" -H "X-Inbox-Session: $SESSION" \\
  -H 'Content-Type: application/json' -d '{"extraSeconds":600}'`,
)}</li>
</ol>
<p>Without a session, deleting and extending are 401 <code>session_required</code>, with another one 403 <code>wrong_session</code>. An address that does not exist yet reads as an empty inbox.</p>`,
}
