import type { ActionKind } from '@inlet/contract'
import { clearTarget } from './click-trackers.ts'
import { type Secrecy, secrecyOf } from './url-secrets.ts'

/** What a URL says of its link. */
export interface UrlFacts {
  /** Lower case, without a port; `''` for a link of an app. */
  host: string
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
const maxWordChars = 512
const maxParameters = 32
const parts = /^([a-z][a-z\d+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i

/** The words of URLs by what they say; of several the first in this order counts. */
const wordsOfKinds: readonly (readonly [ActionKind, RegExp])[] = [
  ['unsubscribe', /^(?:unsubscribe|unsub|optout)$/],
  [
    'reset',
    /^(?:reset|resets|resetpassword|passwordreset|resetpasswd|pwreset|recover|recovery|forgot|forgotpassword|setpassword|newpassword|changepassword|lostpassword|rp|passwort|reinitialiser|reinitialisation|restablecer|contrasena|redefinir|reimposta|wachtwoord)$/,
  ],
  [
    'invite',
    /^(?:invite|invites|invitation|invitations|acceptinvite|acceptinvitation|joinworkspace|jointeam|einladung|invito|invitacion|convite|uitnodiging)$/,
  ],
  ['approve', /^(?:approve|approval|approvals|authorize|authorise|consent|sign|signing|esign|signature|signrequest)$/],
  [
    'sign-in',
    /^(?:login|signin|logon|magic|magiclink|passwordless|otl|onetimelogin|autologin|sso|emaillogin|loginlink|anmelden|connexion)$/,
  ],
  [
    'verify',
    /^(?:verify|verification|verifyemail|emailverification|confirm|confirmation|confirmations|confirmemail|emailconfirmation|activate|activation|activations|validate|validation|optin|doi|doubleoptin|register|registration|bestaetigen|bestaetigung|aktivieren|confirmer|activer|valider|confirmar|activar|ativar|conferma|attiva|bevestig|bevestigen|potwierdz|potvrdit|aktywuj|onayla|dogrula)$/,
  ],
]
const elsewhereWord =
  /^(?:privacy|terms|tos|legal|imprint|impressum|policy|policies|cookie|cookies|help|faq|faqs|support|contact|contacts|about|careers|jobs|preferences|prefs|settings|notifications|webversion|webview|viewonline|viewinbrowser|browser|archive|share|blog|news|shop|store|cart|product|products|download|downloads|docs|documentation|pricing|status|datenschutz|agb|hilfe|kontakt)$/
/** Of two links of one question it is the other one. */
const refusal = /^(?:decline|reject|deny|refuse|report|abuse|notme|ablehnen|rechazar|refuser|rifiuta)$/
/** Sites on which nobody confirms anything that another one has sent a mail for. */
const elsewhereHost =
  /(?:^|\.)(?:facebook|twitter|x|instagram|youtube|tiktok|pinterest|threads|snapchat|whatsapp|wa|t|fb|youtu|apps\.apple|itunes\.apple|play\.google|appgallery\.huawei|microsoftstore|maps\.google|trustpilot|vimeo|reddit|weibo|vk)\.(?:com|net|org|me|be|ru|app)$/
/** These sites send mails of their own. */
const sendsItself = /(?:^|\.)(?:facebook|twitter|x|instagram|linkedin|tiktok|pinterest|reddit|vk)\.com$/

/** Reads what a URL says, without asking anyone; null for one that is too long, or that names a user. Linear. */
export function urlFacts(url: string, senderHost: string): UrlFacts | null {
  if (url.length > maxUrlChars) return null
  const read = clearTarget(url) ?? url
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = parts.exec(read) ?? []
  if (scheme === '' || authority.includes('@')) return null
  const isWeb = /^https?$/i.test(scheme)
  const host = isWeb ? authority.replace(/:\d*$/, '').toLowerCase() : ''
  const segments = `${isWeb ? '' : authority}${path}`.split('/').filter((segment) => segment !== '')
  const parameters = `${query}&${fragment}`.split('&', maxParameters).filter((each) => each !== '')
  const words = wordsOf(segments, parameters)
  const isStrange = elsewhereHost.test(host) && !(sendsItself.test(host) && host.endsWith(senderHost))
  const names = (pattern: RegExp): boolean => words.some((word) => pattern.test(word))
  const kind = wordsOfKinds.find(([, pattern]) => names(pattern))?.[0] ?? null
  return {
    host,
    kind,
    secrecy: secrecyOf(segments, parameters),
    isElsewhere: isStrange || names(refusal) || (kind === null && names(elsewhereWord)),
    isHome: isWeb && segments.length === 0 && parameters.length === 0,
  }
}

/** The words of a path and of the names of a query, in lower case; two neighbours in one segment also as one: `reset-password`. */
function wordsOf(segments: string[], parameters: string[]): string[] {
  const names = parameters.map(
    (parameter) =>
      /^(?:action|mode|type|flow|purpose|a|do|route|page)=(.*)$/i.exec(parameter)?.[1] ??
      /^[^=]*/.exec(parameter)?.[0] ??
      '',
  )
  const found: string[] = []
  for (const part of [...segments, ...names]) {
    if (part.length > maxWordChars) continue
    const words = part
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 1)
    found.push(...words)
    for (const [index, word] of words.entries()) if (index > 0) found.push(`${words[index - 1]}${word}`)
  }
  return found
}
