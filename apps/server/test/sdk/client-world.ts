import { Inlet, type InletOptions } from '@inlet/client'
import { plainMail, startWorld, type World } from '../support/world.ts'

/** A world, and clients of it as an integrator has them. */
export async function startClientWorld(options: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(options)

  /** A client under a key of its own. */
  async function client(of: InletOptions = {}): Promise<Inlet> {
    const apiKey = await world.apiKey({ scope: 'write' })
    const { serviceId, domain } = world.tenant
    return new Inlet({ baseUrl: world.baseUrl, apiKey, serviceId, domainId: domain.id, ...of })
  }

  /** Sends a mail from shop.example, unless `from` is another sender. */
  async function mail(to: string, fields: MailFields = {}): Promise<void> {
    await sendMail(world, to, fields)
  }

  return { world, client, mail, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

interface MailFields {
  from?: string
  subject?: string
  text?: string
}

/** Sends a mail through a world. */
export async function sendMail(
  world: Pick<World, 'send'>,
  to: string,
  { from = 'hello@shop.example', ...rest }: MailFields,
) {
  await world.send(plainMail(rest).replace('ada@elsewhere.example', from), to)
}

/** A mail with a code. */
export const codeMail = (code: string) => ({ subject: 'Your code', text: `Your verification code is ${code}.` })
