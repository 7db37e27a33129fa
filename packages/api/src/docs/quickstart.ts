import { type Html, html } from '@inlet/runtime'
import { codeBlock } from './code-block.ts'

const inbox = 'signup-4711@YOUR_DOMAIN'

/** The first five minutes: from a key to a one-time code, by curl and by a typed client. */
export function quickstart(baseUrl: string): Html {
  return html`<h2 id="quickstart"><a class="anchor" href="#quickstart">Quickstart</a></h2>
<p>You need an API key of scope <code>write</code>, the id of your service and of a verified domain. Whoever runs this service gives them to you; a local start writes them into <code>.inlet/demo.json</code>.</p>
<ol class="steps">
<li><p>Name them once.</p>
${codeBlock(
  'Name key, service and domain',
  `export INLET_KEY=inlet_live_…
export INLET_SERVICE=…   # id of your service
export INLET_DOMAIN=…    # id of your domain`,
)}</li>
<li><p>Create an inbox. It is there at once, and stays.</p>
${codeBlock(
  'Create an address with curl',
  `curl "${baseUrl}/services/$INLET_SERVICE/addresses" \\
  -H "X-API-Key: $INLET_KEY" -H 'Content-Type: application/json' \\
  -d "{\\"domainId\\":\\"$INLET_DOMAIN\\",\\"localPart\\":\\"signup-4711\\"}"`,
)}</li>
<li><p>Have your application send its mail there, and wait for the code. The call is held until a message with a code is there, at most 30 seconds: no polling.</p>
${codeBlock(
  'Wait for a message with curl',
  `curl "${baseUrl}/inboxes/${inbox}/messages?hasOtp=true&waitSeconds=30" \\
  -H "X-API-Key: $INLET_KEY"`,
)}
<p>The code stands in <code>data[0].otpCode</code>. An empty list says that nothing came in time.</p></li>
<li><p>Read the whole message where you need its bodies; that marks it read.</p>
${codeBlock('Read a message with curl', `curl "${baseUrl}/messages/MESSAGE_ID" -H "X-API-Key: $INLET_KEY"`)}</li>
</ol>
<h3 id="typed-client"><a class="anchor" href="#typed-client">A typed client</a></h3>
<p>This reference is made from <a href="${baseUrl}/openapi.json">the OpenAPI 3.1 document</a> of the running service, and so can a client be. With TypeScript:</p>
${codeBlock('Generate types', `npx openapi-typescript ${baseUrl}/openapi.json --output inlet.d.ts && npm install openapi-fetch`)}
${codeBlock(
  'Wait for a code in TypeScript',
  `import createClient from 'openapi-fetch'
import type { paths } from './inlet.d.ts'

const inlet = createClient<paths>({
  baseUrl: '${baseUrl}',
  headers: { 'X-API-Key': process.env.INLET_KEY },
})

const { data, error } = await inlet.GET('/inboxes/{address}/messages', {
  params: { path: { address: '${inbox}' }, query: { hasOtp: true, waitSeconds: 30 } },
})
if (error) throw new Error(error.error.message)
console.log(data.data[0]?.otpCode ?? 'nothing came in time')`,
)}`
}
