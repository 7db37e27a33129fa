import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** How a page of a member shows what happens, as it happens. */
export const liveFeed: Guide = {
  anchor: 'live-feed',
  title: 'A live feed',
  of: (baseUrl) => {
    const url = `${baseUrl.replace(/\/v1$/, '')}/trpc/live`
    return html`<p>A dashboard need not poll: <code>${url}</code> streams what happens in a service as Server-Sent Events, to its members. It takes an access token, no API key; servers use webhooks instead. <code>input</code> is JSON, encoded for a URL:</p>
${codeBlock(
  'Follow a service with curl',
  `SERVICE=$(node -p "JSON.parse(fs.readFileSync('.inlet/demo.json')).service.id")
TOKEN=$(node -p "JSON.parse(fs.readFileSync('.inlet/demo.json')).accessToken")
curl -sN -G "${url}" \\
  -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode "input={\\"serviceId\\":\\"$SERVICE\\"}"`,
)}
<p>Each event is <code>{ type, at, data }</code>: <code>message.received</code>, <code>message.read</code>, <code>message.deleted</code>, <code>address.created</code>, <code>address.deleted</code>, <code>delivery.changed</code> and <code>domain.changed</code> have the object as lists show it, never a body of a mail, and of a domain not its DNS records. Between them come the named events <code>connected</code> and, every 15 seconds, <code>ping</code>.</p>
<p>Every frame has an <code>id</code>. A client that was cut off sends the last one and receives what it missed, of the last hour and from any server:</p>
${codeBlock(
  'Go on where a feed ended',
  `curl -sN -G "${url}" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Last-Event-ID: $LAST_ID" \\
  --data-urlencode "input={\\"serviceId\\":\\"$SERVICE\\"}"`,
)}
<p>Where that is unknown, the first event is <code>resync</code>: read the lists again. It also stands for changes that are too many to name, such as a cleared inbox. Expect that a stream ends at any time, for instance when the token has expired: connect again with a fresh one. Whoever may not follow the service gets an error status before a stream begins.</p>
<p>In a browser, <code>httpSubscriptionLink</code> of <code>@trpc/client</code> reads it and comes back by itself. It needs an <code>EventSource</code> whose <code>fetch</code> sends the header, such as the package <code>eventsource</code>; a token does not belong into a URL.</p>`
  },
}
