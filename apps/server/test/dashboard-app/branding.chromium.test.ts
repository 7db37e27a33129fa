import { waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { brandedService, onePixelPng } from '../support/branded-service.ts'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

pageTest(
  'an admin changes the branding, reads what is wrong at its field, and visitors see what was saved',
  async () => {
    const world = dashboard()
    const { tenant, url, shown } = await brandedService(world)
    await using visitor = await openTab({ reducedMotion: 'reduce' })
    const { page } = visitor
    await openAs(visitor, await world.someone('admin', { tenant }), url)
    const save = page.getByRole('button', { name: 'Save branding' })
    const accent = page.getByLabel('Accent colour', { exact: true })
    await page.getByText('Text on it is white').waitFor()
    expect(await save.getAttribute('aria-disabled')).toBe('true')

    await accent.fill('#FFF')
    await page.getByText('Unsaved: accent colour').waitFor()
    await save.click()
    await page.getByRole('alert').getByText('expected a colour such as #4338ca').waitFor()
    await accent.fill('#FACC15')
    await page.getByText(/On the light page it has 1\.\d:1: hard to see/).waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    expect(await accent.inputValue()).toBe('#4338ca')

    await page.getByLabel('Logo', { exact: true }).setInputFiles(file('large.png', Buffer.alloc(129_000)))
    const tooLarge = page.getByText('The file is 129 kB; the limit is 128 kB')
    await tooLarge.waitFor()
    expect(await page.getByLabel('Logo', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Name', { exact: true }).fill('')
    await save.click()
    await page.getByText('Fill this in').waitFor()
    expect(await tooLarge.count()).toBe(1)
    await page.getByLabel('Name', { exact: true }).fill('Acme Mail')
    await page.getByLabel('Logo', { exact: true }).setInputFiles(file('text.png', Buffer.alloc(200)))
    await save.click()
    await page.getByRole('alert').getByText('Not a PNG, JPEG or WebP image').waitFor()

    await page.getByLabel('Logo', { exact: true }).setInputFiles(file('logo.png', onePixelPng))
    await page.getByLabel('Name', { exact: true }).fill(' Acme <b>Post</b> ')
    await accent.fill('#facc15')
    await page.getByLabel('Colours', { exact: true }).selectOption('dark')
    await page.getByLabel('Language').selectOption('de')
    await save.click()
    await page.getByText('Branding saved').waitFor()
    await page.getByRole('button', { name: 'Service: Acme <b>Post</b>' }).waitFor()
    const wanted = { name: 'Acme <b>Post</b>', accentColor: '#facc15', theme: 'dark', locale: 'de' }
    await waitFor(async () => (await shown())?.accentColor === '#facc15')
    expect(await shown()).toMatchObject({ ...wanted, logoUrl: expect.stringMatching(/^\/v1\/public\/logos\//) })

    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText('Unsaved: logo').waitFor()
    await save.click()
    await waitFor(async () => (await shown())?.logoUrl === null)
    // The server's refusal of the logo is one of the test.
    expect(visitor.complaints.filter((each) => !each.includes('422'))).toEqual([])
  },
)

pageTest('unsaved branding is not left by mistake: the dialog stays, or discards it', async () => {
  const world = dashboard()
  const { tenant, url } = await brandedService(world)
  await using visitor = await openTab({ reducedMotion: 'reduce' })
  const { page } = visitor
  await openAs(visitor, await world.someone('admin', { tenant }), url)

  await page.getByLabel('Name', { exact: true }).fill('Typed')
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('name').waitFor()
  await page.getByRole('button', { name: 'Stay here' }).click()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed')
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
  expect(visitor.complaints).toEqual([])
})

pageTest('an admin sets, changes and removes the access lock and the retention, but does not delete', async () => {
  const world = dashboard()
  const { tenant, hostname, url, shown } = await brandedService(world)
  await using visitor = await openTab({ reducedMotion: 'reduce' })
  const { page } = visitor
  const unlock = (password: string) =>
    world.call('/v1/public/unlock', { key: null, method: 'POST', body: { host: hostname, password } })
  await openAs(visitor, await world.someone('admin', { tenant }), url)

  await page.getByRole('button', { name: 'Turn on lock' }).click()
  await page.getByLabel('Password', { exact: true }).fill('abc')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('first password')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('Access lock turned on').waitFor()
  await waitFor(async () => (await shown())?.locked === true)
  expect(await unlock('first password')).toMatchObject({ status: 200 })

  await page.getByRole('button', { name: 'Change password' }).first().click()
  await page.getByText('Visitors who entered the old password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('second password')
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await page.getByText('Password changed').waitFor()
  expect(await unlock('first password')).toMatchObject({ status: 401 })

  await page.getByRole('button', { name: 'Turn off lock' }).click()
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByText('Access lock turned off').waitFor()
  await waitFor(async () => (await shown())?.locked === false)

  const days = page.getByLabel('Days to keep messages')
  await days.fill('99')
  await page.getByRole('button', { name: 'Save retention' }).click()
  await page.getByRole('alert').first().waitFor()
  await days.fill('3')
  await page.getByRole('button', { name: 'Save retention' }).click()
  await page.getByText('New mail is kept for 3 days').waitFor()

  const end = page.getByRole('button', { name: 'Delete service' })
  const reason = page.getByRole('tooltip', { name: 'Only an owner of this service can do this; you are an admin' })
  // A tooltip closes where the page scrolls, as it does when the focus goes to what is further down.
  await waitFor(async () => {
    await end.blur()
    await end.focus()
    return await reason.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    )
  })
  expect(visitor.complaints).toEqual([])
})

pageTest('an owner deletes the service after its name was typed, and is led to the others', async () => {
  const world = dashboard()
  const { tenant, url, serviceId } = await brandedService(world)
  await using visitor = await openTab({ reducedMotion: 'reduce' })
  const { page } = visitor
  await openAs(visitor, await world.someone('owner', { tenant }), url)

  await page.getByRole('button', { name: 'Delete service' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete service' })
  await dialog.getByText('one domain, no addresses, 0 webhooks, all API keys, and your own access').waitFor()
  await dialog.getByLabel('Type “Acme Mail” to confirm').fill('Acme Mail')
  await dialog.getByRole('button', { name: 'Delete service' }).click()

  await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Acme Mail' }).waitFor({ state: 'detached' })
  expect(page.url()).not.toContain(serviceId)
  expect(visitor.complaints).toEqual([])
})

pageTest('a viewer sees what is set and changes nothing', async () => {
  const world = dashboard()
  const { tenant, url } = await brandedService(world)
  await using visitor = await openTab({ reducedMotion: 'reduce' })
  const { page } = visitor
  await openAs(visitor, await world.someone('viewer', { tenant }), url)

  expect(await page.getByLabel('Name', { exact: true }).isDisabled()).toBe(true)
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Acme Mail')
  for (const name of ['Save branding', 'Save retention', 'Turn on lock…', 'Delete service…'])
    expect(await page.getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true')
  await page.getByText('What is set is shown here as it is').waitFor()
  expect(visitor.complaints).toEqual([])
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    const { tenant, url } = await brandedService(world)
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
    await openAs(visitor, await world.someone('owner', { tenant }), url)

    await page.getByText('Text on it is white').waitFor()
    await page.getByText('Open', { exact: true }).waitFor()
    await check('settings')
    await page.getByLabel('Accent colour', { exact: true }).fill('#ffffff')
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save branding' }).click()
    await page.getByText('Fill this in').waitFor()
    await check('errors')
    await page.getByRole('button', { name: 'Turn on lock' }).click()
    await page.getByRole('button', { name: 'Turn on', exact: true }).waitFor()
    await check('lock')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete service' }).click()
    await page.getByRole('dialog').getByText('This cannot be undone').waitFor()
    await check('delete')

    expect(errors).toEqual({})
  },
)
