import type { Config } from '@inlet/runtime'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { firstThatGreets, likelyPlaces, placeName } from './find-server.ts'
import type { SendWish } from './send-options.ts'

/** What came of it, in lines for people. */
interface Sent {
  lines: string[]
  isFault: boolean
}

const refusal = z.object({ response: z.string() })

/** Sends one mail; what the server says is told as it is. */
export async function send(wish: SendWish, config: Config): Promise<Sent> {
  const places = await likelyPlaces(wish, config)
  const place = await firstThatGreets(places)
  if (!place) return { lines: [nobodyThere(places.map(placeName))], isFault: true }

  // The certificate of a local server is made by itself, and mail is encrypted without asking whose it is.
  const transport = createTransport({ ...place, tls: { rejectUnauthorized: false } })
  try {
    const { to, from, content } = wish
    const mail = 'raw' in content ? { envelope: { from, to }, ...content } : { from, to, ...content }
    const { accepted, rejectedErrors = [], response } = await transport.sendMail(mail)
    const taken = `Sent to ${accepted.map(String).join(', ')} with ${wish.summary}: ${response}`
    const refused = rejectedErrors.map((error) => refusedLine(placeName(place), error))
    return { lines: [taken, ...refused], isFault: refused.length > 0 }
  } catch (error) {
    return { lines: [refusedLine(placeName(place), error)], isFault: true }
  }
}

function nobodyThere(places: string[]): string {
  const tried =
    places.length === 0 ? 'SMTP_PORT is 0 and no server runs here' : `No mail server at ${places.join(', nor at ')}`
  return `${tried}. Start it with "npm start", or say where it is: --host and --port, or the server's own SMTP_HOST, SMTP_PORT and INLET_DATA_DIR.`
}

function refusedLine(place: string, error: unknown): string {
  const said = refusal.safeParse(error)
  if (said.success) return `${place} refused the mail: ${said.data.response}`
  return `The mail could not be sent to ${place}: ${error instanceof Error ? error.message : String(error)}`
}
