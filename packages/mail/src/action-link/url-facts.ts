import type { ActionKind } from '@inlet/contract'
import { clearTarget } from './click-trackers.ts'
import { type Secrecy, secrecyOf } from './url-secrets.ts'

/** What a URL says of its link. */
export interface UrlFacts {
  /** Its host is the sender's, as far as can be told without a list of suffixes: the same, or one under the other. */
  isOfSender: boolean
  /** What its words say that it does; null where they say nothing. */
  kind: ActionKind | null
  /** How much of it looks like a secret that was made for one reader. */
  secrecy: Secrecy
  /** Its words name a place that every mail has: a policy, help, settings, a shop. */
  isElsewhere: boolean
  /** The front page of a site. */
  isHome: boolean
}

const maxUrlChars = 4 * 1024
/** Longer parts are secrets. */
const maxWordChars = 48
/** Letters of one case; a capital begins a word. */
const word = /[A-Z]?[a-z]+|[A-Z]+/g
const maxParameters = 32
const schemeOf = /^[a-z][a-z\d+.-]*(?=:\/\/)/i

/** What words of URLs say; of several the first in this order counts. */
const meanings = ['refusal', 'unsubscribe', 'reset', 'invite', 'approve', 'sign-in', 'verify', 'elsewhere'] as const
type Meaning = (typeof meanings)[number]

const words: Record<Meaning, string> = {
  // Of two links of one question it is the other one.
  refusal: 'decline reject deny refuse report abuse notme ablehnen rechazar refuser rifiuta',
  unsubscribe: 'unsubscribe unsub optout',
  reset:
    'reset resets resetpassword passwordreset resetpasswd pwreset recover recovery forgot forgotpassword setpassword newpassword ' +
    'changepassword lostpassword rp passwort reinitialiser reinitialisation restablecer contrasena redefinir reimposta wachtwoord',
  invite:
    'invite invites invitation invitations acceptinvite acceptinvitation joinworkspace jointeam einladung invito invitacion convite ' +
    'uitnodiging',
  approve: 'approve approval approvals authorize authorise consent sign signing esign signature signrequest',
  'sign-in':
    'login signin logon magic magiclink passwordless otl onetimelogin autologin sso emaillogin loginlink anmelden connexion',
  verify:
    'verify verification verifyemail emailverification confirm confirmation confirmations confirmemail emailconfirmation activate ' +
    'activation activations validate validation optin doi doubleoptin register registration bestaetigen bestaetigung aktivieren ' +
    'confirmer activer valider confirmar activar ativar conferma attiva bevestig bevestigen potwierdz potvrdit aktywuj onayla dogrula',
  elsewhere:
    'privacy terms tos legal imprint impressum policy policies cookie cookies help faq faqs support contact contacts about careers ' +
    'jobs preferences prefs settings notifications webversion webview viewonline viewinbrowser browser archive share blog news shop ' +
    'store cart product products download downloads docs documentation pricing status datenschutz agb hilfe kontakt',
}
const rankOf: ReadonlyMap<string, number> = new Map(
  meanings.flatMap((meaning, rank) => words[meaning].split(' ').map((word) => [word, rank] as const)),
)
/** Sites on which nobody confirms anything that another one has sent a mail for. */
const elsewhereHost =
  /(?:^|\.)(?:facebook|twitter|x|instagram|youtube|tiktok|pinterest|threads|snapchat|whatsapp|wa|t|fb|youtu|apps\.apple|itunes\.apple|play\.google|appgallery\.huawei|microsoftstore|maps\.google|trustpilot|vimeo|reddit|weibo|vk)\.(?:com|net|org|me|be|ru|app)$/
/** These sites send mails of their own. */
const sendsItself = /(?:^|\.)(?:facebook|twitter|x|instagram|linkedin|tiktok|pinterest|reddit|vk)\.com$/

const maxQuickChars = 256
const divider = /[/?&=#]/
/** Without these a part is one word. */
const hasParts = /[^a-z]/

/** A quick look: whether a word in the path or the query of a URL may name an action. */
export function mayNameAction(url: string): boolean {
  const hostAt = url.indexOf('://') + 3
  const pathAt = /^http/i.test(url) ? url.indexOf('/', hostAt) : hostAt
  if (pathAt === -1) return false
  return url
    .slice(pathAt, pathAt + maxQuickChars)
    .split(divider)
    .some(
      (part) =>
        part !== '' && part.length <= maxWordChars && (rankOf.has(part) || (hasParts.test(part) && isCompound(part))),
    )
}

function isCompound(part: string): boolean {
  let last = ''
  for (const [written] of part.matchAll(word)) {
    const found = written.toLowerCase()
    if (rankOf.has(found) || rankOf.has(last + found)) return true
    last = found
  }
  return false
}

/** Reads what a URL says, without asking anyone; null for one that is too long, or that names a user. Linear. */
export function urlFacts(url: string, senderHost: string): UrlFacts | null {
  if (url.length > maxUrlChars) return null
  const read = clearTarget(url) ?? url
  const scheme = schemeOf.exec(read)?.[0] ?? ''
  const rest = read.slice(scheme.length + 3)
  const authority = rest.slice(0, rest.search(/[/?#]|$/))
  if (scheme === '' || authority.includes('@')) return null
  const pathAndMore = rest.slice(authority.length)
  const path = pathAndMore.slice(0, pathAndMore.search(/[?#]|$/))
  const isWeb = /^https?$/i.test(scheme)
  const host = isWeb ? authority.replace(/:\d*$/, '').toLowerCase() : ''
  const segments = `${isWeb ? '' : authority}${path}`.split('/').filter((segment) => segment !== '')
  const parameters = pathAndMore
    .slice(path.length)
    .split(/[?&#]/, maxParameters)
    .filter((each) => each !== '')
  const meaning = meaningOf(segments, parameters)
  const isOfSender = areRelated(host, senderHost)
  const isStrange = elsewhereHost.test(host) && !(sendsItself.test(host) && isOfSender)
  return {
    isOfSender,
    kind: meaning === 'refusal' || meaning === 'elsewhere' ? null : meaning,
    secrecy: secrecyOf(segments, parameters),
    isElsewhere: isStrange || meaning === 'refusal' || meaning === 'elsewhere',
    isHome: isWeb && segments.length === 0 && parameters.length === 0,
  }
}

const areRelated = (host: string, senderHost: string): boolean =>
  host !== '' &&
  senderHost !== '' &&
  (host === senderHost || host.endsWith(`.${senderHost}`) || senderHost.endsWith(`.${host}`))

const namesAction = /^(?:action|mode|type|flow|purpose|a|do|route|page)=/i

/** What the words of a path and of the names of a query say; two neighbours in one segment are also one word: `reset-password`. */
function meaningOf(segments: string[], parameters: string[]): Meaning | null {
  let rank: number = meanings.length
  const read = (part: string): void => {
    if (part.length > maxWordChars) return
    let last = ''
    for (const [written] of part.matchAll(word)) {
      const found = written.toLowerCase()
      rank = Math.min(rank, rankOf.get(found) ?? rank, rankOf.get(last + found) ?? rank)
      last = found
    }
  }
  for (const segment of segments) read(segment)
  for (const parameter of parameters) {
    const nameEnd = parameter.indexOf('=')
    if (nameEnd !== -1 && namesAction.test(parameter)) read(parameter.slice(nameEnd + 1))
    else read(nameEnd === -1 ? parameter : parameter.slice(0, nameEnd))
  }
  return meanings.at(rank) ?? null
}
