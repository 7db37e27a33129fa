import { insertDomain } from '@inlet/core'
import { en } from '@inlet/inbox/languages/en'
import { pageTest, startChromium } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { makeAddress, rowOf, startPageWorld } from '../support/inbox-page.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

pageTest('the page runs in a browser under its own policy, and loads nothing from another host', async () => {
  const world = await newWorld()
  const { serviceId } = world.tenant
  await insertDomain(world.deps, { serviceId, hostname: 'page.localhost', state: 'verified', publicInbox: true })
  await using chromium = await startChromium()
  const { page, requests, complaints } = chromium
  const url = `http://page.localhost:${world.httpPort}/`

  await page.goto(url)
  await page.locator('#app > *').first().waitFor()

  expect(await page.title()).toBe('Tests')
  expect(requests.length).toBeGreaterThan(1)
  expect(requests.filter((each) => !each.startsWith(url) && !each.startsWith('data:'))).toEqual([])
  expect(complaints.filter((each) => /Content.Security.Policy|manifest|MIME/i.test(each))).toEqual([])
})

pageTest('a host of nobody’s shows its plain page without a complaint of the browser', async () => {
  const world = await newWorld()
  await using chromium = await startChromium()
  const { page, requests, complaints } = chromium

  await page.goto(`http://nothing.localhost:${world.httpPort}/`)

  expect(await page.getByRole('heading').textContent()).toBe('There is no page at this address')
  expect(requests).toHaveLength(1)
  // Chromium itself reports the status of the page.
  expect(complaints.filter((each) => !/status of 404/.test(each))).toEqual([])
})

pageTest(
  'an address that is too long for the line of a small phone is cut before its @, and nowhere else',
  async () => {
    await using world = await startPageWorld({ INLET_ROLE: 'http' })
    await using chromium = await startChromium({ width: 320, height: 640 })
    const { page } = chromium
    await page.goto(world.origin)

    const address = await makeAddress(chromium, en)

    const lines = await page.evaluate(`Array.from(document.querySelector('h1 bdi').childNodes)
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => {
      const range = document.createRange()
      range.selectNode(node)
      return [node.data, range.getClientRects().length, range.getBoundingClientRect().top]
    })`)
    const [localPart, host] = [address.slice(0, address.indexOf('@')), address.slice(address.indexOf('@'))]
    expect(lines).toEqual([
      [localPart, 1, expect.any(Number)],
      [host, 1, expect.any(Number)],
    ])
  },
)

pageTest('the list of links shows URLs as the browser opens them, whatever turns their text around', async () => {
  await using world = await startPageWorld()
  await using chromium = await startChromium()
  const { page } = chromium
  const html = '<a href="https://evil.example/\u202emoc.knab//:sptth">One</a> <a href="https://bücher.example/">Two</a>'
  await page.goto(world.origin)
  const address = await makeAddress(chromium, en)
  await world.send(`Subject: Two links\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`, address)

  await rowOf(chromium, 'Two links').getByRole('link').click()
  await page.locator('.parts summary').click()

  expect(await page.locator('.link-url').allTextContents()).toEqual([
    'https://evil.example/%E2%80%AEmoc.knab//:sptth',
    'https://xn--bcher-kva.example/',
  ])
})
