import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '@inlet/runtime'
import { readRunningDemo } from '../demo/demo-file.ts'
import { hostInUrl, ownHost } from '../own-url.ts'

const greetingMs = 3_000

/** What our server says first, and 421 and 554, with which one also may greet (RFC 5321 §3.1): the mail is then refused by it. */
const ourGreeting = /^(?:220 .* ESMTP ready\r\n|421|554)/
const anyGreeting = /^[245]\d\d[ -]/

/** The address of a mail server. */
export interface MailServer {
  host: string
  port: number
}

/** An address for people. */
export const serverName = ({ host, port }: MailServer): string => `${hostInUrl(host)}:${port}`

/**
 * The possible addresses of the mail server, most likely first: that of the running server of the data folder, then that of the
 * settings. `--host` and `--port` replace either.
 */
export async function likelyPlaces(
  named: { host: string | null; port: number | null },
  config: Config,
): Promise<MailServer[]> {
  const set = { host: ownHost(config.SMTP_HOST), port: config.SMTP_PORT }
  const running = await readRunningDemo(config.INLET_DATA_DIR)
  const written = running ? [{ host: ownHost(running.smtp.host), port: running.smtp.port }] : []
  // Port 0 of the settings is one of the system's choice, known only from the data folder.
  const places = [...written, set]
    .map(({ host, port }) => ({ host: named.host ?? host, port: named.port ?? port }))
    .filter(({ port }) => port !== 0)
  const names = places.map(serverName)
  return places.filter((place, index) => names.indexOf(serverName(place)) === index)
}

/**
 * The first address at which a server greets; null where none does. Only one that was named by an option may be another program than
 * Inlet: what listens at the default port would else get the mail.
 */
export async function firstThatGreets(places: MailServer[], isNamed: boolean): Promise<MailServer | null> {
  for (const place of places) if (await greets(place, isNamed ? anyGreeting : ourGreeting)) return place
  return null
}

async function greets({ host, port }: MailServer, greeting: RegExp): Promise<boolean> {
  const socket = connect({ host, port })
  socket.setTimeout(greetingMs, () => socket.destroy(new Error('no greeting')))
  try {
    const [chunk]: Buffer[] = await once(socket, 'data')
    return greeting.test(String(chunk))
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
