import { inletTasks } from '@inlet/cypress'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeMail, startClientWorld } from './client-world.ts'

let shared: Awaited<ReturnType<typeof startClientWorld>>
beforeAll(async () => {
  shared = await startClientWorld()
})
afterAll(() => shared[Symbol.asyncDispose]())

type Command = (...args: unknown[]) => Promise<unknown>

/** The commands, with what Cypress does between them and the tasks: arguments and results go over as JSON, and there is a time-out. */
async function startCommands() {
  const { baseUrl, keys, tenant } = shared.world
  const tasks = inletTasks({ baseUrl, apiKey: keys.write, serviceId: tenant.serviceId, domainId: tenant.domain.id })
  const commands = new Map<string, Command>()
  const timeouts: (number | undefined)[] = []
  // biome-ignore lint/suspicious/noExplicitAny: as Cypress declares tasks
  const run: Record<string, (argument: any) => Promise<unknown>> = tasks
  vi.stubGlobal('Cypress', { Commands: { add: (name: string, command: Command) => void commands.set(name, command) } })
  vi.stubGlobal('cy', {
    async task(name: string, argument: unknown, options?: { timeout: number }) {
      timeouts.push(options?.timeout)
      const result = await run[name]?.(JSON.parse(JSON.stringify(argument)))
      if (result === undefined) throw new Error(`the task ${name} was not handled`)
      return JSON.parse(JSON.stringify(result))
    },
  })
  vi.resetModules()
  await import('@inlet/cypress/commands')
  return { command: (name: string, ...args: unknown[]) => commands.get(name)?.(...args), timeouts }
}

test('commands create an inbox and return the next codes, links and messages', async () => {
  const { command } = await startCommands()
  const address = String(await command('createInbox', 'cypress'))
  await shared.mail(address, codeMail('482913'))
  await shared.mail(address, codeMail('482914'))
  await shared.mail(address, { subject: 'Confirm', text: 'Go to https://shop.example/verify?t=1 now.' })

  expect(address).toMatch(/^cypress@/)
  expect([await command('waitForCode', address), await command('waitForCode', address)]).toEqual(['482913', '482914'])
  expect(await command('waitForLink', address, { link: /VERIFY/i })).toBe('https://shop.example/verify?t=1')
  await shared.mail(address, { subject: 'Again', text: 'Go to https://shop.example/again now.' })
  expect(await command('waitForMessage', address, { subject: 'again' })).toMatchObject({
    links: [{ url: 'https://shop.example/again' }],
  })
})

test('an inbox that is opened before the step returns no older code, and silence is no failure', async () => {
  const { command } = await startCommands()
  const address = String(await command('createInbox'))
  await shared.mail(address, codeMail('482913'))

  await command('openInbox', address)
  expect(await command('expectNoMessage', address, { timeoutMs: 100 })).toBeNull()
  await shared.mail(address, codeMail('482914'))

  expect(await command('waitForCode', address)).toBe('482914')
  await expect(command('waitForCode', address, { timeoutMs: 0 })).rejects.toThrow('No mail with a code came')
})

test('Cypress gives a task more time than its wait takes', async () => {
  const { command, timeouts } = await startCommands()
  const address = String(await command('createInbox'))
  await shared.mail(address, codeMail('482913'))

  await command('waitForCode', address)
  await command('expectNoMessage', address, { hasCode: true, subject: 'other', timeoutMs: 100 })

  expect(timeouts).toEqual([undefined, 40_000, 10_100])
})

test('a misspelt option of a command, a task or the tasks is an error, and no wait for any mail', async () => {
  const { command } = await startCommands()
  const address = String(await command('createInbox'))
  await shared.mail(address, codeMail('482913'))
  const misspelt: object = { sender: 'acme.com' }

  await expect(command('waitForCode', address, misspelt)).rejects.toThrow('There is no option "sender"')
  await expect(command('waitForLink', address, misspelt)).rejects.toThrow('There is no option "sender"')
  await expect(command('waitForMessage', address, { from: null })).rejects.toThrow('The option from is null')
  await expect(command('expectNoMessage', address, { timeoutMs: '100' })).rejects.toThrow('timeoutMs is "100"')
  expect(() => inletTasks({ apiKey: 'inlet_live_key', ...misspelt })).toThrow('There is no option "sender"')
})

test('an inbox is opened at a position of another process', async () => {
  const { command } = await startCommands()
  const inbox = await (await shared.client()).createInbox()
  await shared.mail(inbox.address, codeMail('482913'))

  await command('openInbox', inbox.address, { since: inbox.position })

  expect(await command('waitForCode', inbox.address)).toBe('482913')
})
