import { createServer, request } from 'node:http'
import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { pageTest, startChromium } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { enterLogin } from '../support/dashboard-app.ts'
import { invite } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

/** A proxy that hands what is below a path to a server, without that path. Its URL is known before the server has a port. */
async function startProxy(prefix: string) {
  let target = 0
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (!path.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    const { method, headers } = incoming
    const onward = request({ port: target, host: '127.0.0.1', path: path.slice(prefix.length), method, headers })
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${prefix}`,
    leadTo: (port: number) => {
      target = port
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

pageTest(
  'behind a proxy, below a path, a person logs in and has the page that was asked for, all from that path',
  async () => {
    await using proxy = await startProxy('/mail')
    await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: `${proxy.url}/` } })
    proxy.leadTo(world.httpPort)
    const { deps, tenant } = world
    const login = { email: 'ada@people.example', password: 'correct horse battery staple' }
    const passwordHash = await hashPassword(login.password)
    const { _id: accountId } = await insertAccount(deps, { email: login.email, passwordHash, isEmailVerified: true })
    await invite(world, { email: login.email, role: 'owner', tenant })
    await using visitor = await startChromium()
    const { page, requests, complaints } = visitor
    const url = `${proxy.url}/dashboard/services/${tenant.serviceId}/api-keys`

    await page.goto(url)
    await enterLogin(visitor, { accountId, ...login })
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()

    expect(new URL(page.url()).pathname).toBe(new URL(url).pathname)
    expect(requests.filter((each) => !each.startsWith(`${proxy.url}/`) && !each.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
  },
)
