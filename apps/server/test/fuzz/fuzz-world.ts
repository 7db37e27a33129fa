import { startWorld } from '../support/world.ts'
import { type OddDialogue, recipientNames } from './dialogues.ts'
import { Ledger } from './ledger.ts'
import { type Dialogue, type Played, playDialogue } from './play-dialogue.ts'

/** Log lines of this level or above report an error of the program itself. */
const errorLevel = 50
const honestMail = 'From: a@elsewhere.example\r\nSubject: honest\r\n\r\nGood morning.\r\n.\r\n'
const step = (bytes: string) => ({ bytes, cuts: [], waits: true })

/** The assembled server with small limits, and the checks after each dialogue. */
export interface FuzzWorld extends AsyncDisposable {
  /** Plays any dialogue. @returns what is wrong, in words; nothing if all is well */
  check(dialogue: Dialogue): Promise<string[]>
  /** Plays an odd dialogue and compares the replies with those that it expects. */
  checkOdd(dialogue: OddDialogue): Promise<string[]>
}

/** Starts a server for hostile dialogues, on the test run's replica set or on the database named. */
export async function startFuzzWorld(options: { databaseUri?: string; maxBytes?: number } = {}): Promise<FuzzWorld> {
  const { databaseUri, maxBytes = 65_536 } = options
  const world = await startWorld({
    ...(databaseUri && { databaseUri }),
    settings: { SMTP_MAX_BYTES: String(maxBytes), MAIL_AUTHENTICATION: 'false' },
  })
  const ledger = new Ledger(world.deps.db)
  const port = world.smtpPort ?? 0
  const { fullAddress: inbox } = await world.address('inbox')
  const { fullAddress: other } = await world.address('other')
  const { domain, publicDomain } = world.tenant
  const recipients: Record<(typeof recipientNames)[number], string> = {
    '{inbox}': inbox,
    '{other}': other,
    '{public}': `anybody@${publicDomain.hostname}`,
    '{unknown}': `nobody@${domain.hostname}`,
    '{foreign}': 'somebody@foreign.example',
  }

  async function play(dialogue: Dialogue): Promise<Played> {
    const steps = dialogue.steps.map((each) => ({ ...each, bytes: addressed(each.bytes) }))
    const played = await playDialogue(port, { ...dialogue, steps })
    ledger.note(played.mails)
    return played
  }

  function addressed(bytes: string): string {
    const named = recipientNames.reduce((text, name) => text.replaceAll(name, recipients[name]), bytes)
    return named.replaceAll('{INBOX}', inbox.toUpperCase())
  }

  /** What must be true after any dialogue: an honest mail is served, and the database agrees with the replies. */
  async function aftermath(): Promise<string[]> {
    const words = [
      'EHLO honest.test\r\n',
      `MAIL FROM:<a@b.example>\r\nRCPT TO:<${inbox}>\r\n`,
      'DATA\r\n',
      honestMail,
      'QUIT\r\n',
    ]
    const honest = await play({ steps: words.map(step), leaves: 'end' })
    const isServed = honest.codes.join(' ') === '220 250 250 250 354 250 221'
    const lines = world.lines.splice(0)
    return [
      ...(isServed ? [] : [`an honest mail was answered ${honest.codes.join(' ')}`, ...honest.errors]),
      ...(await ledger.settle()),
      ...lines.flatMap(errorOfLogLine),
    ]
  }

  return {
    async check(dialogue) {
      const { errors } = await play(dialogue)
      return [...errors, ...(await aftermath())]
    },
    async checkOdd({ steps, leaves, codes, stored }) {
      const played = await play({ steps, leaves })
      const received = played.codes.join(' ')
      const acknowledged = played.mails.filter(({ replyCode }) => replyCode === 250).length
      return [
        ...played.errors,
        ...(codes.test(received) ? [] : [`received ${received}`]),
        ...(acknowledged === stored ? [] : [`${acknowledged} mails acknowledged`]),
        ...(await aftermath()),
      ]
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

function errorOfLogLine(line: string): string[] {
  const isOneLine = line.endsWith('\n') && line.indexOf('\n') === line.length - 1
  const entry: unknown = isOneLine ? parsed(line) : null
  if (typeof entry !== 'object' || entry === null) return [`no log line: ${JSON.stringify(line.slice(0, 300))}`]
  return 'level' in entry && Number(entry.level) >= errorLevel ? [`logged as an error: ${line.slice(0, 300)}`] : []
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
