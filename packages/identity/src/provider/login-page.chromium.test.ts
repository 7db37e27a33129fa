import { startChromium, pageTest as test, textContrasts } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { startCodeFlow } from '../../test/code-flow.ts'
import { type ProviderServer, password, startProvider } from '../../test/provider-server.ts'

async function loginUrl(server: ProviderServer, parameters: Record<string, string> = {}) {
  const redirectUri = `${server.baseUrl}/callback`
  const { authorizationUrl } = await startCodeFlow({ issuer: server.provider.issuer, redirectUri, parameters })
  return authorizationUrl.href
}

test('a person can log in with the keyboard alone, and nothing is loaded from another host', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  await using chromium = await startChromium()
  const { page } = chromium

  await page.goto(await loginUrl(server))
  // The page focuses the field with its first frame, which may come after `load`; letters typed earlier go nowhere.
  await page.locator('input[name=email]:focus').waitFor()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/callback\?/)

  expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
  expect(
    new Set(chromium.requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).origin)),
  ).toEqual(new Set([server.baseUrl]))
  expect(chromium.complaints).toEqual([])
})

test('a wrong password is announced beside the fields, the address stays, and the next try works', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  await using chromium = await startChromium()
  const { page } = chromium
  await page.goto(await loginUrl(server))

  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Log in' }).click()

  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('E-mail or password is wrong.')
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ada@example.com')
  expect(await page.getByLabel('Password').inputValue()).toBe('')
  expect(await page.getByLabel('Password').getAttribute('aria-describedby')).toBe('error')
  expect(await page.locator('input:focus').getAttribute('name')).toBe('password')

  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/callback\?/)
  expect(chromium.complaints).toEqual([])
})

test('the page fits 320 px and stays readable in the dark', async () => {
  await using server = await startProvider()
  await using chromium = await startChromium({ width: 320, height: 640 })
  const { page } = chromium

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(await loginUrl(server))
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
    expect(widths).toEqual([320, 320])
    expect(await textContrasts(page, 'h1, p, label, input, button'), colorScheme).toSatisfy(
      (all: number[]) => all.length > 4 && Math.min(...all) >= 4.5,
    )
  }
  expect(chromium.complaints).toEqual([])
})

test('the logout page asks for confirmation only where there is a login, and then returns', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  await using chromium = await startChromium()
  const { page } = chromium
  const logout = `${server.provider.issuer}/session/end?client_id=inlet-dashboard&post_logout_redirect_uri=${encodeURIComponent(`${server.baseUrl}/`)}`
  await page.goto(await loginUrl(server))
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/callback\?/)

  await page.goto(logout)
  expect(await page.getByRole('heading').textContent()).toBe('Log out?')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${server.baseUrl}/`)
  await page.goto(logout)
  await page.waitForURL(`${server.baseUrl}/`)

  await page.goto(await loginUrl(server))
  expect(await page.getByRole('heading').textContent()).toBe('Log in')
  expect(chromium.complaints).toEqual([])
})

test('after a login as another person the browser is that person', async () => {
  await using server = await startProvider()
  await server.account('ada@example.com')
  const eve = await server.account('eve@example.com')
  await using chromium = await startChromium()
  const { page } = chromium
  const redirectUri = `${server.baseUrl}/callback`
  const logIn = async (email: string) => {
    const flow = await startCodeFlow({ issuer: server.provider.issuer, redirectUri, parameters: { prompt: 'login' } })
    await page.goto(flow.authorizationUrl.href)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/callback\?/)
    return flow.redeem(page.url())
  }

  await logIn('ada@example.com')
  const tokens = await logIn('eve@example.com')

  expect(tokens.claims()?.sub).toBe(eve._id)
  expect(chromium.complaints).toEqual([])
})
