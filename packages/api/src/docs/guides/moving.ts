import { type Html, html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** A call of another product, and the one here that does the same. */
type Move = [theirs: string, ours: string]

const fromMailpit: Move[] = [
  ['GET /api/v1/search?query=to:ADDRESS', 'inlet.messages(address)'],
  ['GET /api/v1/search?query=to:ADDRESS subject:WORD, in a loop', "inbox.waitForMessage({ subject: 'WORD' })"],
  ['GET /api/v1/message/latest', 'inbox.waitForMessage()'],
  ['GET /api/v1/message/ID', 'inlet.message(id)'],
  ['GET /api/v1/message/ID/headers', "inlet.message(id, { include: ['headers'] })"],
  ['GET /api/v1/message/ID/raw', 'inlet.source(id)'],
  ['GET /api/v1/message/ID/part/PART', 'inlet.attachment(id, index)'],
  ['DELETE /api/v1/messages', 'none is needed: each test has an inbox of its own'],
  ['a regular expression over Text', 'inbox.waitForCode()'],
]

const fromMailosaur: Move[] = [
  ['mailosaur.servers.generateEmailAddress(server)', 'inlet.createInbox()'],
  ['mailosaur.messages.get(server, { sentTo, subject })', 'inbox.waitForMessage({ subject })'],
  ['message.html.codes[0].value', 'inbox.waitForCode()'],
  ['message.html.links[0].href', "inbox.waitForLink({ link: 'confirm' })"],
  ['mailosaur.messages.list(server, { sentTo })', 'inlet.messages(address)'],
  ['mailosaur.messages.getById(id)', 'inlet.message(id)'],
  ['mailosaur.files.getEmail(id)', 'inlet.source(id)'],
  ['mailosaur.files.getAttachment(id)', 'inlet.attachment(id, name)'],
  ['errorOnTimeout: false', 'inbox.expectNoMessage()'],
]

const fromMailSlurp: Move[] = [
  ['mailslurp.createInbox()', 'inlet.createInbox()'],
  ['mailslurp.getInboxes()', 'inlet.listAddresses()'],
  ['mailslurp.waitForLatestEmail(inboxId, timeout)', 'inbox.waitForMessage({ timeoutMs })'],
  ['mailslurp.waitController.waitForMatchingFirstEmail(…)', 'inbox.waitForMessage({ from, subject, text })'],
  ['email.body, and a pattern for the code', 'inbox.waitForCode()'],
  ['mailslurp.getEmails(inboxId)', 'inlet.messages(address)'],
  ['mailslurp.getEmail(emailId)', 'inlet.message(id)'],
  ['mailslurp.getRawEmail(emailId)', 'inlet.source(id)'],
  ['mailslurp.downloadAttachment(emailId, attachmentId)', 'inlet.attachment(id, name)'],
]

const test = `import { Inlet } from '@inlet/client'

const inlet = new Inlet()
const inbox = await inlet.createInbox()

await signUp(inbox.address)

const code = await inbox.waitForCode({ subject: 'Confirm' })`

const tableOf = (
  product: string,
  moves: Move[],
): Html => html`<div class="moves" tabindex="0" role="region" aria-label="${product}"><table>
<caption>${product}</caption>
<thead><tr><th scope="col">There</th><th scope="col">Here</th></tr></thead>
<tbody>${moves.map(([theirs, ours]) => html`<tr><td><code>${theirs}</code></td><td>${/\(/.test(ours) ? html`<code>${ours}</code>` : ours}</td></tr>\n`)}</tbody>
</table></div>`

/** What the calls of other products are called here. */
export const moving: Guide = {
  anchor: 'moving',
  title: 'Move from Mailpit, Mailosaur or MailSlurp',
  of: () => html`<p>The calls of a test have the same parts everywhere: an address, a step that makes a mail, a wait, what the mail says. Here the wait returns the code or the link itself, in 35 languages, and only what came after the inbox was opened. A test looks like this:</p>
${codeBlock('A test after the move', test)}
<p><strong>Three differences</strong> matter.</p>
<ul>
<li><strong>Addresses exist before their mail.</strong> Mail to one that was not made is refused with 550, unless the domain has <a href="#public-inboxes">public inboxes</a>. Mailpit takes everything; Mailosaur takes everything under its server’s domain.</li>
<li><strong>Mail is received, never sent or relayed</strong>, on domains of yours: real senders reach it, and a mail that got its 250 is on disk.</li>
<li><strong>Nothing has to be emptied</strong> between tests. An inbox has a position; what was there before is not returned. Mail is removed after the service’s retention.</li>
</ul>
${tableOf('From Mailpit', fromMailpit)}
${tableOf('From Mailosaur', fromMailosaur)}
${tableOf('From MailSlurp', fromMailSlurp)}
<p>For other languages every call is HTTP: <code>inbox.waitForCode()</code> is <a href="#waiting">the list of messages</a> with <code>hasOtp=true</code>, <code>waitSeconds</code> and <code>after</code>. Webhooks of all three become <a href="#webhook-receivers">signed events</a>.</p>`,
}
