import { createServer } from 'node:http'
import { startChromium, pageTest as test } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { startGuides } from '../support/start-guides.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

/** Serves one page on an origin of its own. */
async function serve(page: string) {
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(page))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('the guide to a page of your own has a page that works on any origin: it makes an address and shows each code as its mail comes', async () => {
  const world = await newWorld()
  await using guides = await startGuides(world, world.tenant.publicDomain)
  await using site = await serve(guides.block('A page of your own for a public inbox'))
  await using chromium = await startChromium()
  const { page } = chromium

  await page.goto(site.url)
  await page.locator('#address', { hasText: '@' }).waitFor()
  const address = (await page.locator('#address').textContent()) ?? ''
  for (const code of ['482913', '550166']) {
    await world.send(plainMail({ subject: 'Your code', text: `Your code is ${code}.` }), address)
    await page.locator('li').first().getByText(code).waitFor()
  }

  expect(address).toMatch(`@${world.tenant.publicDomain.hostname}`)
  expect(await page.locator('li').allTextContents()).toEqual(['550166 · Your code', '482913 · Your code'])
  expect(chromium.complaints).toEqual([])
})
