import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** From a domain to a branded page, by the calls that the dashboard makes. */
export const whiteLabel: Guide = {
  anchor: 'white-label',
  title: 'A domain of yours in ten minutes',
  of: (
    baseUrl,
  ) => html`<p>Mail to <code>…@YOUR_HOST</code>, and a page under your name at <code>https://YOUR_HOST/</code>. The dashboard leads through the same steps. The calls need an <a href="#access-tokens">access token</a> of an admin.</p>
<p><strong>1. Claim the host.</strong> The answer shows two DNS records, with type, host and value: an MX record, by which mail arrives, and a TXT record, which proves that the host is yours.</p>
${codeBlock(
  'Claim a domain',
  `curl "${baseUrl}/services/$INLET_SERVICE/domains" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"hostname":"YOUR_HOST"}'`,
)}
<p><strong>2. Enter both records</strong> at your DNS provider, and an A or AAAA record (or a CNAME at a host without MX) for the page. Whoever has an MX record of another mail service at the host has to choose: two of them would share the mail. A host of its own, such as <code>inbox.example.com</code>, leaves the mail of your company alone.</p>
<p><strong>3. Verify.</strong> Each record is looked up and shown with what was found. It is repeated by itself, each minute in the first hour.</p>
${codeBlock(
  'Verify a domain',
  `curl -X POST "${baseUrl}/domains/$DOMAIN/verify" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{}'`,
)}
<p><strong>4. Switch the page on</strong>, and give it your name, colour, language and logo.</p>
${codeBlock(
  'Show a page on a domain',
  `curl -X PATCH "${baseUrl}/domains/$DOMAIN" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"publicInbox":true}'
curl -X PATCH "${baseUrl}/services/$INLET_SERVICE" \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"name":"Acme Inbox","accentColor":"#0a7f5a","theme":"auto","locale":"de"}'`,
)}
<p><strong>5. Open it.</strong> The certificate comes with the first visit, where the operator’s proxy has <a href="#public-inboxes">on-demand TLS</a>. Keep strangers out with <a href="#locks">a lock</a>, if you want to.</p>`,
}
