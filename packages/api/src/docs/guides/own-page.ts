import { limits } from '@inlet/contract'
import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

const page = (baseUrl: string) => `<!doctype html>
<meta charset="utf-8">
<title>My inbox</title>
<p>Send a code to <b id="address">…</b></p>
<ul id="messages"></ul>
<script type="module">
const base = '${baseUrl}/public'

// Calls again when the answer says so: too many calls (429), a restart (503);
// or after 5 seconds, where the network is away.
async function call(path, init) {
  const response = await fetch(base + path, init).catch(() => null)
  const retryAfter = response ? response.headers.get('Retry-After') : '5'
  if (retryAfter !== null) {
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1000))
    return call(path, init)
  }
  const { data, error } = await response.json()
  if (error) throw new Error(error.code + ': ' + error.message + ' (request ' + error.requestId + ')')
  return data
}

const { address } = await call('/inbox/generate', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ hostname: 'YOUR_DOMAIN' }),
})
document.querySelector('#address').textContent = address.full

const query = new URLSearchParams({ waitSeconds: '50' })
while (true) {
  const { messages } = await call('/inbox/' + encodeURIComponent(address.full) + '?' + query)
  for (const { id, subject, otpCode } of messages.reverse()) { // the list has the newest first
    const item = document.createElement('li')
    item.textContent = (otpCode ?? 'no code') + ' · ' + subject
    document.querySelector('#messages').prepend(item)
    query.set('after', id)
  }
}
</script>`

/** A page of one's own, on any origin, and the limits that it meets. */
export const ownPage: Guide = {
  anchor: 'own-page',
  title: 'A page of your own',
  of: (
    baseUrl,
  ) => html`<p>Pages of every origin may make the calls under <a href="#web-inbox">Web inbox</a> (CORS). Cookies are neither read nor set. This file is a whole page: save it, name your domain in it, and serve it from anywhere. A mail is shown as soon as it comes, without polling.</p>
${codeBlock('A page of your own for a public inbox', page(baseUrl))}
<p>Show <code>renderedHtml</code> in <code>&lt;iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="…"&gt;</code>, never in the page itself. Keep the session token as you keep a password.</p>
<p><strong>Limits for each client IP</strong> (IPv6: each /64). The operator can set others.</p>
<dl class="fields">
<dt>Calls under Web inbox</dt><dd>${String(limits.publicRequestsPerMinute)} a minute, over all processes together. A call that waits counts once.</dd>
<dt>Tries to unlock</dt><dd>${String(limits.unlocksPerQuarterHour)} in 15 minutes, successful ones too.</dd>
<dt>Wrong inbox passwords</dt><dd>${String(limits.wrongInboxPasswordsPerQuarterHour)} in 15 minutes; the same for each inbox.</dd>
<dt>Calls that wait</dt><dd>${String(limits.longPollsPerVisitor)} at a time, in each process.</dd>
</dl>
<p>Their answers have <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> (Unix seconds), of the tighter limit where there are two. Over a limit the answer is 429 with <code>Retry-After</code> in seconds. Scripts of a page can read these headers and <code>X-Request-Id</code>.</p>`,
}
