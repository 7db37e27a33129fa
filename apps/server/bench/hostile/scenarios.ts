import { hostileMailNames } from '@inlet/testkit'
import { type AttackName, attackNames } from './attacks.ts'

/** What the attackers of one scenario do: repeat commands, or send mails. */
export type Scenario = {
  name: string
  /** The number of client addresses. */
  clients: number
  /** For each address. */
  connections: number
  seconds: number
} & ({ attack: AttackName } | { mails: { name: string; mailBytes: number }[]; copies?: number; heldBytes?: number })

const connections = 50
const seconds = 6
const mebibyte = 1024 * 1024
const special = (name: string) => [{ name, mailBytes: 0 }]
const oneClient = { clients: 1, connections, seconds }

/** No attack: the effect of the machine itself on the figures. */
export const noAttack: Scenario = { name: 'no attack', clients: 0, connections: 0, seconds, mails: [] }

/** Attacks that were found to affect other clients: parsing time, authentication of senders, copies, memory. */
const chosen: Scenario[] = [
  ...[
    'a charset of quotes, 40 kB',
    'a charset of quotes, 100 kB',
    'planted, 140 ms',
    'planted, 3 s',
    'planted, 20 s',
  ].map((name) => ({ ...oneClient, name, mails: special(name) })),
  { name: 'planted, 3 s, five clients', clients: 5, connections: 10, seconds, mails: special('planted, 3 s') },
  ...['blanks in a signed head', 'carriage returns in a signed head', 'blanks in a From', 'a signature of blanks'].map(
    (name) => ({ ...oneClient, name, mails: special(name) }),
  ),
  { ...oneClient, name: 'a hundred copies of a short mail', mails: special('a short mail'), copies: 100 },
  { ...oneClient, name: 'a hundred copies of 200 kB', mails: special('a mail of 200 kB'), copies: 100 },
  ...[1, 2, 5, 10].map((clients) => ({
    ...oneClient,
    name: `memory held by ${clients} clients`,
    clients,
    seconds: 8,
    mails: [],
    heldBytes: 20 * mebibyte,
  })),
  {
    ...oneClient,
    name: 'memory held by 5 clients in pieces',
    clients: 5,
    mails: [],
    heldBytes: 0.6 * mebibyte,
  },
]

/** The attacks without mails, and each mail of the hostile corpus: half of the connections send it small, half as large as possible. */
const rest: Scenario[] = [
  ...attackNames.map((attack) => ({ ...oneClient, name: attack, seconds: 4, attack })),
  ...hostileMailNames.map((name) => ({
    ...oneClient,
    name,
    seconds: 3,
    mails: [250_000, 24.9 * mebibyte].map((mailBytes) => ({ name, mailBytes })),
  })),
]

/** The scenarios with one of these texts in their name; all without texts. */
export function scenarios(wanted: string[]): Scenario[] {
  return [...chosen, ...rest].filter(({ name }) => isWanted(name, wanted))
}

/** The most telling scenarios for clients without limits. */
export function scenariosForExempt(wanted: string[]): Scenario[] {
  return chosen.filter(({ name, clients }) => clients <= 2 && isWanted(name, wanted))
}

const isWanted = (name: string, wanted: string[]) => wanted.length === 0 || wanted.some((text) => name.includes(text))
