import { changeServiceInput, locales, themes } from '@inlet/contract'
import { changeService, setPlan } from '@inlet/core'
import { firstLine } from '../choose-password.ts'
import { type Command, type GivenOptions, UsageError } from '../command.ts'
import { printable } from '../printable.ts'
import { readLogo } from '../read-logo.ts'
import { readOptions } from '../read-options.ts'

/** `service change` */
export const serviceChange: Command = {
  name: 'service change',
  about: "Change a service's name, how long its messages are kept, the looks of its web inbox, or its access lock",
  options: {
    id: { value: 'ID', about: 'The service', isRequired: true },
    name: { value: 'NAME', about: 'A display name' },
    'retention-days': { value: 'DAYS', about: 'How many days mail received from now on is kept, 1 to 30' },
    'accent-color': { value: 'COLOUR', about: 'The accent colour of its web inbox, such as #0a7f5a' },
    theme: { value: 'THEME', about: `The colours of its web inbox: ${themes.join(', ')}` },
    locale: {
      value: 'LANGUAGE',
      about: `The language of its web inbox for visitors whose own language is not supported: ${locales.join(', ')}`,
    },
    logo: { value: 'FILE', about: 'The logo of its web inbox: a PNG, JPEG or WebP image' },
    'no-logo': { about: 'Remove the logo' },
    plan: { value: 'ID', about: 'Its plan, from PLANS_FILE; without that file: free, pro, scale or unlimited' },
    lock: {
      value: 'on|off',
      about: 'The access lock of its public inboxes; turning it on the first time needs a password',
    },
    'lock-password-stdin': {
      about: 'Enable the lock with the password in the first line of the input; visitors must unlock the service again',
    },
  },
  examples: [
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --retention-days 14',
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --name "Acme staging" --accent-color "#0a7f5a" --theme dark',
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --plan pro',
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --lock-password-stdin < password.txt',
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --lock off',
    'service change --id 01JD3Q7Z5V8XK2M4N6P8R0T2W4 --logo logo.png',
  ],
  async prepare(given) {
    const accessLock = await lockOf(given)
    const lockOption = given['lock-password-stdin'] === true ? 'lock-password-stdin' : 'lock'
    const input = readOptions({
      schema: changeServiceInput,
      given: { ...given, [lockOption]: accessLock, logo: await logoOf(given) },
      from: {
        id: 'id',
        name: 'name',
        retentionDays: 'retention-days',
        accentColor: 'accent-color',
        theme: 'theme',
        locale: 'locale',
        logo: 'logo',
        accessLock: lockOption,
      },
      numbers: ['retention-days'],
    })
    const { id: serviceId, ...changes } = input
    const planId = typeof given.plan === 'string' ? given.plan : null
    if (planId === null && Object.values(changes).every((value) => value === undefined)) {
      throw new UsageError('Nothing to change: give --name, --retention-days or another option')
    }
    return {
      kind: 'withDatabase',
      async run({ deps, caller }) {
        if (planId !== null) await setPlan(deps, caller, { serviceId, planId })
        const service = await changeService(deps, caller, input)
        const { id, name, retentionDays } = service
        const kept = `Mail that comes from now on is kept for ${retentionDays} ${retentionDays === 1 ? 'day' : 'days'}.`
        const rest = input.retentionDays === undefined ? '' : ` ${kept} What is there already keeps its own end.`
        return { json: { data: service }, text: `Service ${id} (${printable(name)}) is changed.${rest}` }
      },
    }
  },
}

/** The wanted logo; null where there shall be none. The parser has `--no-logo` as false. @throws UsageError */
async function logoOf({ logo }: GivenOptions): Promise<string | null | undefined> {
  if (logo === false) return null
  return typeof logo === 'string' ? await readLogo(logo) : undefined
}

/** The wanted access lock, if any. The password comes from the input, since other users of the machine can see arguments. @throws UsageError */
async function lockOf(given: GivenOptions): Promise<{ enabled: boolean; password?: string } | undefined> {
  const { lock } = given
  if (lock !== undefined && lock !== 'on' && lock !== 'off') throw new UsageError('--lock: expected on or off')
  if (given['lock-password-stdin'] !== true) return lock === undefined ? undefined : { enabled: lock === 'on' }
  if (lock === 'off') throw new UsageError('--lock-password-stdin switches the lock on: leave out --lock off')
  return { enabled: true, password: await firstLine(process.stdin) }
}
