import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { plainMail, type World } from './world.ts'

const page = `<!doctype html><title>Sign up</title>
<label>E-mail <input type="email"></label> <button onclick="send('/code')">Send code</button>
<label>Code <input inputmode="numeric"></label> <button onclick="send('/confirm')">Confirm</button>
<p></p>
<script>
async function send(path) {
  const [address, code] = [...document.querySelectorAll('input')].map(({ value }) => value)
  const answer = await fetch(path, { method: 'POST', body: new URLSearchParams({ address, code }) })
  document.querySelector('p').textContent = await answer.text()
}
</script>`

/** An application that guides are tried on: whoever types the newest code that it sent to their address is welcome. */
export async function startSignUpApp(world: World) {
  const codes = new Map<string, string>()

  async function answer(path: string | undefined, body: string): Promise<string> {
    if (path === '/sign-up') return page
    const form = new URLSearchParams(body)
    const address = form.get('address') ?? ''
    if (path === '/confirm') return form.get('code') === codes.get(address) ? 'Welcome' : 'This is not the code.'
    const code = String(randomInt(100_000, 1_000_000))
    codes.set(address, code)
    await world.send(
      plainMail({ subject: `Your code is ${code}`, text: `Your verification code is ${code}.` }),
      address,
    )
    return 'A code is on its way.'
  }

  const server = createServer((request, response) => {
    text(request)
      .then((body) => answer(request.url, body))
      .then((answered) => response.setHeader('content-type', 'text/html; charset=utf-8').end(answered))
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the application has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
