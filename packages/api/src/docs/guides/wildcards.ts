import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** One domain for any number of hosts. */
export const wildcards: Guide = {
  anchor: 'wildcards',
  title: 'Wildcard domains',
  of: (
    baseUrl,
  ) => html`<p>A domain such as <code>*.YOUR_DOMAIN</code> receives the mail of every host under <code>YOUR_DOMAIN</code>, of one label or of several, and not of <code>YOUR_DOMAIN</code> itself: a host for each test run or for each customer needs no domain of its own. It needs two DNS records, which its creation shows: an MX record at <code>*.YOUR_DOMAIN</code>, and a TXT record at <code>_inlet.YOUR_DOMAIN</code>. A name that has any record of its own in the DNS is not under its wildcard, and needs an MX record too.</p>
<p>An address names its host.</p>
${codeBlock(
  'Make an address under a wildcard',
  `curl "${baseUrl}/services/$INLET_SERVICE/addresses" \\
  -H "X-API-Key: $INLET_KEY" -H 'Content-Type: application/json' \\
  -d "{\\"domainId\\":\\"WILDCARD_ID\\",\\"hostname\\":\\"run-7.YOUR_DOMAIN\\",\\"localPart\\":\\"signup\\"}"`,
)}
<p>The list of addresses takes a host as <code>hostname</code>, or <code>*.YOUR_DOMAIN</code> for all of them. With <a href="#public-inboxes">public inboxes</a>, each host has its page.</p>
<p>A verified domain of a host goes before a wildcard, and a longer wildcard before a shorter one, whichever service has them. When such a domain is verified, addresses of the same service at its hosts move to it. Those of another service are deleted with their mail. Under a public suffix, such as <code>*.co.uk</code> or <code>*.github.io</code>, there is no wildcard.</p>`,
}
