import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '@inlet/runtime'
import { readRunningDemo } from '../demo/demo-file.ts'
import { hostInUrl, ownHost } from '../own-url.ts'

const greetingMs = 3_000

/** A mail server's place. */
export interface MailPlace {
  host: string
  port: number
}

/** A place as people read it. */
export const placeName = ({ host, port }: MailPlace): string => `${hostInUrl(host)}:${port}`

/**
 * Where the mail server may be, most likely first: what was said; else the running server of the data folder, which has written its
 * ports there, and what the settings say, which are the defaults of a server too.
 */
export async function likelyPlaces(
  said: { host: string | null; port: number | null },
  config: Config,
): Promise<MailPlace[]> {
  const set = { host: ownHost(config.SMTP_HOST), port: config.SMTP_PORT }
  const running = await readRunningDemo(config.INLET_DATA_DIR)
  const written = running ? [{ host: ownHost(running.smtp.host), port: running.smtp.port }] : []
  const places = [...written, ...(set.port === 0 ? [] : [set])].map(({ host, port }) => ({
    host: said.host ?? host,
    port: said.port ?? port,
  }))
  const names = places.map(placeName)
  return places.filter((place, index) => names.indexOf(placeName(place)) === index)
}

/** The first place at which a mail server greets; null where none does. */
export async function firstThatGreets(places: MailPlace[]): Promise<MailPlace | null> {
  for (const place of places) if (await greets(place)) return place
  return null
}

async function greets({ host, port }: MailPlace): Promise<boolean> {
  const socket = connect({ host, port })
  socket.setTimeout(greetingMs, () => socket.destroy(new Error('no greeting')))
  try {
    const [chunk]: Buffer[] = await once(socket, 'data')
    // 421 and 554 are words of a mail server too (RFC 5321 §3.1): it is the one, and will be asked again.
    return /^[245]\d\d[ -]/.test(String(chunk))
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
