import { en } from '@inlet/inbox/languages/en'
import { waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { makeAddress, rowOf, sharedBrowser, startPageWorld, type Visitor } from '../support/inbox-page.ts'
import { giveTightPlan, tightPlans } from '../support/tight-plan.ts'
import { lockPassword, setLock } from '../support/visits.ts'
import { plainMail, startWorld } from '../support/world.ts'

const openTab = sharedBrowser()
const inboxPassword = 'pässword 1'

async function enterPassword({ page }: Visitor, password: string, button: string): Promise<void> {
  await page.getByLabel(en.password).fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
}

pageTest(
  'a locked service asks for its password first, keeps it over a reload, and locks again with another',
  async () => {
    await using world = await startPageWorld()
    await using visitor = await openTab()
    const { page } = visitor
    await setLock(world)
    await page.goto(world.origin)

    await page.getByRole('heading', { name: en.lockTitle }).waitFor()
    await enterPassword(visitor, 'wrong', en.unlock)
    await page.getByText(en.passwordWrong).waitFor()
    await enterPassword(visitor, lockPassword, en.unlock)
    const address = await makeAddress(visitor, en)
    await world.send(plainMail({ subject: 'Behind the lock' }), address)
    await rowOf(visitor, 'Behind the lock').waitFor()
    await page.reload()
    await rowOf(visitor, 'Behind the lock').waitFor()

    await setLock(world, { enabled: true, password: 'another one' })
    await page.reload()
    await page.getByRole('heading', { name: en.lockTitle }).waitFor()
    expect(await rowOf(visitor, 'Behind the lock').count()).toBe(0)
    await enterPassword(visitor, 'another one', en.unlock)
    await rowOf(visitor, 'Behind the lock').waitFor()
  },
)

pageTest('where the plan has no room for more addresses, the page says so and stays as it is', async () => {
  await using world = await startPageWorld(tightPlans)
  await giveTightPlan(world)
  await using visitor = await openTab()
  const { page } = visitor
  await page.goto(world.origin)

  await page.getByRole('button', { name: en.randomAddress }).click()

  await page.getByText(en.errorQuota).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

pageTest(
  'an address that is reserved for the service shows nothing of its mail, and a way to the start page',
  async () => {
    await using world = await startPageWorld()
    await using visitor = await openTab()
    const { page } = visitor
    const address = `admin@${world.hostname}`
    await world.send(plainMail({ subject: 'Prove that the domain is yours' }), address)
    await page.goto(`${world.origin}/${address}`)

    await page.getByText(en.notFoundText).waitFor()
    expect(await page.content()).not.toContain('Prove')
    expect(await page.getByRole('button', { name: en.tryAgain }).count()).toBe(0)
    await page.getByRole('link', { name: en.toStart }).click()
    await page.getByRole('button', { name: en.randomAddress }).waitFor()
  },
)

pageTest('a protected address shows nothing before its password, and asks for none after a reload', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor
  const address = await world.integratorAddress('secret', inboxPassword)
  await world.send(plainMail({ subject: 'Private' }), address)
  await page.goto(`${world.origin}/${address}`)

  await page.getByRole('heading', { name: en.protectedTitle }).waitFor()
  expect(await page.content()).not.toContain('Private')
  await enterPassword(visitor, 'wrong', en.unlock)
  await page.getByText(en.passwordWrong).waitFor()
  await enterPassword(visitor, inboxPassword, en.unlock)
  await rowOf(visitor, 'Private').getByRole('link').click()
  await page.getByRole('heading', { name: 'Private' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Private' }).waitFor()

  expect(await page.getByRole('heading', { name: en.protectedTitle }).count()).toBe(0)
})

pageTest('after too many calls the page says how long it waits, and then does what was asked by itself', async () => {
  await using world = await startPageWorld({ PUBLIC_REQUESTS_PER_MINUTE: '30' })
  await using visitor = await openTab()
  const { page } = visitor
  await page.clock.install()
  await page.goto(world.origin)
  const path = `/v1/public/domain-info?host=${world.hostname}`
  const made = page.getByRole('heading', { level: 1, name: '@' })
  const waiting = page.getByText(/^Too many requests, continuing in/).first()

  // Again where a new window began before the page's call.
  for (let isWaiting = false; !isWaiting; ) {
    await page.goto(world.origin)
    await waitFor(async () => (await world.call(path, { key: null })).status === 429)
    await page.getByRole('button', { name: en.randomAddress }).click()
    await waiting.or(made).first().waitFor()
    isWaiting = await waiting.isVisible()
  }
  // The window is over: for the server, whose counts are by the database's clock, and for the page.
  await world.deps.db.collection('rateWindows').deleteMany({})
  world.clock.advance(61_000)
  await page.clock.fastForward(62_000)

  await made.waitFor()
  await page.getByText(en.stateLive, { exact: true }).waitFor()
})

pageTest(
  'a server that stops and starts again under an open page: the page says so, and shows what came meanwhile',
  async () => {
    await using world = await startPageWorld()
    await using visitor = await openTab()
    const { page } = visitor
    await page.goto(world.origin)
    const address = await makeAddress(visitor, en)
    await world.send(plainMail({ subject: 'Before' }), address)
    await rowOf(visitor, 'Before').waitFor()

    // The held call is answered with 503; the next one finds nobody.
    const unanswered = page.waitForEvent('requestfailed')
    await world.stop()
    await unanswered
    await page
      .getByText(/^No connection, retrying/)
      .first()
      .waitFor()
    expect(await rowOf(visitor, 'Before').isVisible()).toBe(true)
    const settings = { HTTP_PORT: String(world.httpPort), PUBLIC_REQUESTS_PER_MINUTE: '10000' }
    await using again = await startWorld({ databaseUri: world.databaseUri, settings })
    await again.send(plainMail({ subject: 'After' }), address)

    await rowOf(visitor, 'After').waitFor()
    await page.getByText(en.stateLive, { exact: true }).waitFor()
    expect(await rowOf(visitor, 'Before').isVisible()).toBe(true)
  },
)

pageTest('a page that was offline catches up by itself', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page, context } = visitor
  await page.goto(world.origin)
  const address = await makeAddress(visitor, en)
  await page.getByText(en.stateLive, { exact: true }).waitFor()

  await context.setOffline(true)
  await page.getByText(en.stateOffline, { exact: true }).waitFor()
  await world.send(plainMail({ subject: 'While offline' }), address)
  await context.setOffline(false)

  await rowOf(visitor, 'While offline').waitFor()
})

pageTest('a path that is nothing leads back to the start page, and the server is asked for nothing', async () => {
  await using world = await startPageWorld()
  await using visitor = await openTab()
  const { page } = visitor

  for (const path of ['/nothing', '/code@elsewhere.example']) {
    await page.goto(`${world.origin}${path}`)
    await page.getByRole('heading', { name: en.unknownHostTitle }).waitFor()
    await page.getByRole('link', { name: en.toStart }).click()
    await page.getByRole('heading', { name: en.startTitle }).waitFor()
  }
  expect(visitor.requests.filter((url) => url.includes('/v1/'))).toEqual([])
  expect(visitor.complaints).toEqual([])
})
