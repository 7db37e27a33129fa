import { insertDomain } from '@inlet/core'
import type { en, Strings } from '@inlet/inbox/languages/en'
import { startBrowser } from '@inlet/testkit/chromium'
import { perFile } from './per-file.ts'
import { startWorld } from './world.ts'

type Browser = Awaited<ReturnType<typeof startBrowser>>
type OpenOptions = Parameters<Browser['open']>[0]

/** A tab with a profile of its own, as one visitor has it. */
export type Visitor = Awaited<ReturnType<Browser['open']>>

/** One Chromium for the tests of a file, since starting it takes longer than most of them. The function opens a visitor's tab in it. */
export function sharedBrowser(): (options?: OpenOptions) => Promise<Visitor> {
  const browser = perFile(startBrowser)
  return (options) => browser().open(options)
}

/** The assembled server with a domain that Chromium finds on this machine; `origin` is where its page is. Outside of vitest it needs a database. */
export async function startPageWorld(settings: Record<string, string> = {}, databaseUri?: string) {
  const world = await startWorld({
    settings: { PUBLIC_REQUESTS_PER_MINUTE: '10000', ...settings },
    ...(databaseUri && { databaseUri }),
  })
  const { serviceId } = world.tenant
  const hostname = 'mail.localhost'
  const domain = await insertDomain(world.deps, { serviceId, hostname, state: 'verified', publicInbox: true })

  /** Makes an address of the service, as an integrator does. */
  async function integratorAddress(localPart: string, password?: string): Promise<string> {
    const body = { domainId: domain._id, localPart, ...(password && { password }) }
    const answer = await world.create(body)
    if (answer.status !== 201) throw new Error(`no address: ${answer.text}`)
    return answer.body.data.fullAddress
  }
  return { ...world, hostname, origin: `http://${hostname}:${world.httpPort}`, integratorAddress }
}

/** A text of the page in one of its languages, with `{name}` replaced and the plural form of `count`. */
export function textIn(strings: Strings, key: keyof typeof en, values: Record<string, string | number> = {}): string {
  const entry = strings[key]
  // The tests ask for counts of English only.
  const form =
    typeof entry === 'string' ? entry : (entry[new Intl.PluralRules('en').select(Number(values.count))] ?? entry.other)
  return form.replace(/\{(\w{1,20})\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** Makes an address of a random name on the start page. @returns the address */
export async function makeAddress({ page }: Visitor, strings: Strings): Promise<string> {
  await page.getByRole('button', { name: strings.randomAddress }).click()
  const heading = page.getByRole('heading', { level: 1, name: '@' })
  await heading.waitFor()
  return (await heading.textContent()) ?? ''
}

/** The row of a message in the list. */
export const rowOf = ({ page }: Visitor, subject: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: subject }) })

/** The part of the page that shows the open message. */
export const readerOf = ({ page }: Visitor, strings: Strings) =>
  page.getByRole('region', { name: strings.message, exact: true })

/** How far the page can be scrolled sideways, in CSS pixels. */
export const sidewaysPixels = ({ page }: Visitor): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** What the page copied. */
export const clipboardOf = ({ page }: Visitor): Promise<string> => page.evaluate('navigator.clipboard.readText()')
