import { limits } from '@inlet/contract'
import { html } from '@inlet/runtime'
import type { Guide } from './guide.ts'

/** Time-outs that must be longer than a wait. */
export const timeOuts: Guide = {
  anchor: 'time-outs',
  title: 'Time-outs',
  of: () => html`<p><strong>Your own client’s time-out must be longer than <code>waitSeconds</code></strong>, or it closes the connection before the answer comes. 10 seconds more are enough. This holds for everything between your test and the service:</p>
<dl class="fields">
<dt>HTTP client</dt><dd>curl and fetch wait long enough by themselves. <code>requests</code> takes <code>timeout=40</code>, axios <code>timeout: 40_000</code>, Java’s HttpClient <code>timeout(Duration.ofSeconds(40))</code>.</dd>
<dt>Test runner</dt><dd>Playwright ends a test after 30 seconds, <code>cy.request</code> gives up after 30 and <code>cy.task</code> after 60: raise these limits, or wait for less.</dd>
<dt>Proxy</dt><dd>A proxy of yours in between must wait for more than ${String(limits.waitSecondsMax)} seconds, such as <code>proxy_read_timeout 75s</code> in nginx.</dd>
</dl>
<p>One key may hold ${String(limits.longPollsPerKey)} calls open at a time, unless the operator set another limit; one more is 429. A call that is held while the service stops is answered 503 with <code>Retry-After</code>: call again, no message is lost.</p>`,
}
