import { limits } from '@inlet/contract'
import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** How to wait for a mail, and for the next one. */
export const waiting: Guide = {
  anchor: 'waiting',
  title: 'Waiting, and second codes',
  of: (
    baseUrl,
  ) => html`<p>With <code>waitSeconds</code>, at most ${String(limits.waitSecondsMax)}, the list of an inbox is answered as soon as a message matches, and with an empty list when the time is up. An empty list always means that nothing came in time.</p>
<p>The simplest test has an address of its own: nothing else comes there, and <code>hasOtp=true&amp;waitSeconds=30</code> is all it needs. Where an address is used again, name the last message that you have seen in <code>after</code>. Then an old code is never taken for the new one:</p>
${codeBlock(
  'Wait for a second code with curl',
  `MESSAGES="${baseUrl}/inboxes/signup-4711@YOUR_DOMAIN/messages"
WAIT='hasOtp=true&waitSeconds=30'
FIRST=$(curl -s "$MESSAGES?$WAIT" -H "X-API-Key: $INLET_KEY" \\
  | node -p 'JSON.parse(fs.readFileSync(0)).data[0].id')

# have your application send another code, then:
curl "$MESSAGES?$WAIT&after=$FIRST" -H "X-API-Key: $INLET_KEY"`,
)}
<p>Where several mails may come, say which one you wait for: <code>subject</code>, <code>from</code> and <code>tag</code> work together with <code>waitSeconds</code>, and a message must match all of them.</p>`,
}
