import type { Config } from '@inlet/runtime'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { calls } from '../calls.ts'
import { firstThatGreets, likelyPlaces, serverName } from './find-server.ts'
import type { SendOptions } from './send-options.ts'

/** The result, in lines for people. */
interface Sent {
  lines: string[]
  isError: boolean
}

const refusal = z.object({ response: z.string() })

/** Sends one mail. The server's reply is shown as it is. */
export async function send(options: SendOptions, config: Config): Promise<Sent> {
  const places = await likelyPlaces(options, config)
  const isNamed = options.host !== null || options.port !== null
  const place = await firstThatGreets(places, isNamed)
  if (!place) return { lines: [nobodyThere(places.map(serverName), isNamed)], isError: true }

  // A local server has a self-signed certificate: the mail is encrypted, the name is not checked.
  const transport = createTransport({ ...place, tls: { rejectUnauthorized: false } })
  try {
    const { to, from, content } = options
    const mail = 'raw' in content ? { envelope: { from, to }, ...content } : { from, to, ...content }
    const { accepted, rejectedErrors = [], response } = await transport.sendMail(mail)
    const taken = `Sent to ${accepted.map(String).join(', ')} with ${options.summary}: ${response}`
    const refused = rejectedErrors.map((error) => refusedLine(serverName(place), error))
    return { lines: [taken, ...refused], isError: refused.length > 0 }
  } catch (error) {
    return { lines: [refusedLine(serverName(place), error)], isError: true }
  }
}

function nobodyThere(places: string[], isNamed: boolean): string {
  const server = isNamed ? 'mail server' : 'server of Inlet'
  const tried =
    places.length === 0 ? 'SMTP_PORT is 0 and no server runs here' : `No ${server} at ${places.join(', nor at ')}`
  return `${tried}. Start it with "${calls.start}", or name it with --host and --port, or the server's own SMTP_HOST, SMTP_PORT and INLET_DATA_DIR.`
}

function refusedLine(place: string, error: unknown): string {
  const parsed = refusal.safeParse(error)
  if (parsed.success) return `${place} refused the mail: ${parsed.data.response}`
  return `The mail could not be sent to ${place}: ${error instanceof Error ? error.message : String(error)}`
}
