import { once } from 'node:events'
import { connect } from 'node:net'
import type { Config } from '@inlet/runtime'
import { readRunningDemo } from '../demo/demo-file.ts'
import { hostInUrl, ownHost } from '../own-url.ts'

const greetingMs = 3_000

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

/** The first address at which a mail server greets; null where none does. */
export async function firstThatGreets(places: MailServer[]): Promise<MailServer | null> {
  for (const place of places) if (await greets(place)) return place
  return null
}

async function greets({ host, port }: MailServer): Promise<boolean> {
  const socket = connect({ host, port })
  socket.setTimeout(greetingMs, () => socket.destroy(new Error('no greeting')))
  try {
    const [chunk]: Buffer[] = await once(socket, 'data')
    // 421 and 554 are greetings too (RFC 5321 §3.1): the mail is then sent to this server and refused there.
    return /^[245]\d\d[ -]/.test(String(chunk))
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
