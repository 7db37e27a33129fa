import { limits, reservedLocalParts } from '@inlet/contract'
import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

const caddyfile = `{
	on_demand_tls {
		ask http://{$INLET_UPSTREAM}/v1/public/platform-domain-allowed
	}
}

https:// {
	tls {
		on_demand
	}
	reverse_proxy {$INLET_UPSTREAM}
}`

/** What public inboxes are, and how an operator switches them on. */
export const publicInboxes: Guide = {
  anchor: 'public-inboxes',
  title: 'Public inboxes',
  of: (
    baseUrl,
  ) => html`<p>On a domain with public inboxes, people receive mail without an account, a key or a token. They use the page on the domain’s own host, such as <code>https://mail.example.com/</code> for <code>…@mail.example.com</code>, or the calls under <a href="#web-inbox">Web inbox</a>, which the page uses too. Whoever knows an address can read its mail, unless the address has a <a href="#locks">password or the service is locked</a>. Who may delete depends on who made the address:</p>
<dl class="fields">
<dt>A visitor</dt><dd>The address belongs to the session token that its visitor got. Deleting and extending need the token.</dd>
<dt>Its first mail</dt><dd>The address belongs to nobody: every visitor may delete its mail, none may extend it.</dd>
<dt>The service, with an API key</dt><dd>Visitors can read it, and can neither delete nor extend.</dd>
</dl>
<p>The operator switches public inboxes on for a verified domain, and sets what the page looks like. Running servers follow within a second. The demo’s domain of a local start has them on: its page is <code>http://demo.localhost:8080/</code>, with the port of the start.</p>
${codeBlock(
  'Switch public inboxes on',
  `npm run inlet -- service list                          # shows SERVICE_ID
npm run inlet -- domain list --service SERVICE_ID      # shows DOMAIN_ID
npm run inlet -- domain change --id DOMAIN_ID --public-inbox on
npm run inlet -- service change --id SERVICE_ID --accent-color "#0a7f5a" --theme auto --locale de`,
)}
<p><strong>Certificates.</strong> The page needs an A or AAAA record for its host, and a proxy with a certificate. A proxy with on-demand TLS gets one at the first visit, after it has asked whether the domain is verified. A host under a wildcard such as <code>*.example.com</code> has a page too, and may have a certificate once it has an address. With Caddy, this is enough for all domains; <code>deploy/caddy/Caddyfile</code> has the operator’s own host as well. <code>INLET_UPSTREAM</code> is host and port of the HTTP server, and Caddy’s address must be in <code>TRUSTED_PROXIES</code>.</p>
${codeBlock('On-demand TLS with Caddy', caddyfile)}
${codeBlock(
  'Ask whether a domain is verified',
  `curl -i "${baseUrl}/public/platform-domain-allowed?domain=YOUR_DOMAIN"   # 200, or 404`,
)}
<p>Visitors cannot open <code>${[...reservedLocalParts].join(', ')}</code>: mail to these addresses proves who owns a domain.</p>
<p>An address that never receives a mail is removed after ${String(limits.idleAddressDays)} days. With public inboxes off, the calls for the domain’s inboxes are 404, and mail to unknown addresses is refused.</p>`,
}
