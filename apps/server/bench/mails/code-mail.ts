import { type Draw, digits, hex, pick } from './draws.ts'
import { type ComposedMail, multipart, printablePart } from './mail-form.ts'
import { brand, city, firstName, postalAddress } from './names.ts'
import { filled, listOf, prose, type Writing, wrapped } from './writing.ts'

/** What such mails say below the code. */
const writing: Writing = {
  sentences: [
    'Forwarding this message to a colleague gives them {feature} as well.',
    'Corporate proxies sometimes delay our mail; wait {minutes} seconds before you request another.',
    'Deleting cookies makes {browser} look like a new visitor to us.',
    'Administrators decide in {page} how often {feature} is asked for.',
    'Phishing pages copy our design, so look for the padlock and our name in the address bar.',
    'You can {sign} without a passcode once you {advice}.',
    'If you did not try to {sign} from {device}, {secure} and tell our {team} team.',
    'We will never {ask} you for this code by phone, chat or social media.',
    'The attempt came from {browser} on {system}, near {place}.',
    'You receive this message because {feature} is {state} for your account.',
    'Anyone who holds the code can {sign}, so keep it {careful}.',
    'You can review {list} at any time under {page}.',
    'A new code replaces {earlier}; only the latest one works.',
    'To lose fewer minutes next time, {advice}.',
    'This mailbox is not monitored; replies to it are {fate}.',
    '{Advice}, and you will see fewer of these messages.',
    'Our {team} team answers within {hours} hours on working days.',
    'The page {page} shows that you last changed your {list} {days} days ago.',
    'On {device} you may have to open the application again before the code is accepted.',
    'For your protection the session ends after {hours} idle hours.',
    'Too many wrong attempts lock {feature} for {minutes} minutes.',
  ],
  slots: {
    sign: listOf('sign in|log on|finish the login|authenticate|unlock the workspace|restore access'),
    device: listOf(
      'a desktop computer|an Android phone|an iPad|a shared terminal|a Chromebook|a work laptop|a smart television',
    ),
    secure: listOf(
      'change the password at once|end all open sessions|revoke every unknown browser|turn on a passkey|lock the profile',
    ),
    team: listOf('security|trust|identity|support|abuse|privacy|platform'),
    ask: listOf('call|ask|message|press|contact'),
    browser: listOf('Firefox 131|Chrome 129|Safari 18|Edge 128|Opera 114|Samsung Internet 26|Vivaldi 6.9'),
    system: listOf('Windows 11|macOS Sequoia|Ubuntu|Android 15|iOS 18|ChromeOS|Fedora Workstation'),
    place: city,
    feature: listOf(
      'two-step verification|login protection|the recovery option|device approval|single sign-on|the administrator role|remote access',
    ),
    state: listOf('required|enabled|recommended|enforced by your organisation|switched on'),
    careful: listOf('secret|private|to yourself|off shared screens|out of screenshots'),
    list: listOf(
      'trusted devices|connected applications|recovery contacts|login history|backup keys|active sessions|security questions',
    ),
    page: listOf(
      'Settings, Security|Profile, Privacy|Account, Sign-in methods|Preferences, Devices|the shield icon|Administration, Access',
    ),
    earlier: listOf('any earlier one|the previous message|codes requested before|all that came before'),
    advice: listOf(
      'add a passkey|install the authenticator|mark this browser as trusted|register a hardware token|store backup keys offline|confirm a recovery number',
    ),
    fate: listOf('deleted unread|not delivered|discarded automatically|bounced'),
    hours: (draw) => String(2 + draw(46)),
    days: (draw) => String(3 + draw(400)),
    minutes: (draw) => String(5 + draw(55)),
  },
}

const subjects = listOf(
  '{code} is your {brand} code|Your {brand} verification code|Confirm it is you, {first}|Sign in to {brand}|{brand}: one-time passcode|Finish signing in to {brand}',
)

/** The sheet of a template: its colours, sizes and fonts are those of its company. */
function styleSheet(draw: Draw, colour: string): string {
  const font = pick(draw, listOf('Helvetica Neue|Segoe UI|Roboto|Inter|Source Sans Pro|Lato|Open Sans'))
  const [width, padding, radius, size] = [560 + 8 * draw(10), 16 + 4 * draw(5), 3 + draw(9), 14 + draw(4)]
  return `
/* Resets */
#outlook a { padding: 0; }
.ReadMsgBody, .ExternalClass { width: 100%; }
.ExternalClass, .ExternalClass p, .ExternalClass span, .ExternalClass td, .ExternalClass div { line-height: 100%; }
body, table, td, a { -webkit-text-size-adjust: 100%; -ms-text-size-adjust: 100%; }
table, td { mso-table-lspace: 0pt; mso-table-rspace: 0pt; border-collapse: collapse; }
img { -ms-interpolation-mode: bicubic; border: 0; height: auto; outline: none; text-decoration: none; }
body { margin: 0 !important; padding: 0 !important; width: 100% !important; background-color: #f${draw(10)}f${draw(10)}f${draw(10)}; }
a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; font-family: inherit !important; }
/* Layout */
.wrapper { width: ${width}px; max-width: 100%; margin: 0 auto; }
.card { background: #ffffff; border-radius: ${radius}px; padding: ${padding}px ${padding + 8}px; box-shadow: 0 1px 3px rgba(0,0,0,.1${draw(9)}); }
.logo { height: ${24 + draw(16)}px; padding-bottom: ${padding}px; }
h1 { font-family: '${font}', Arial, sans-serif; font-size: ${size + 8}px; line-height: 1.3; color: ${colour}; margin: 0 0 12px; }
p { font-family: '${font}', Arial, sans-serif; font-size: ${size}px; line-height: 1.5; color: #3${draw(10)}4${draw(10)}5${draw(10)}; margin: 0 0 ${padding}px; }
.code { font-family: 'SF Mono', Menlo, Consolas, monospace; font-size: ${size + 18}px; letter-spacing: ${4 + draw(6)}px; font-weight: 700; text-align: center; background: #eef${draw(10)}f${draw(10)}; padding: 18px 0; border-radius: ${radius}px; }
.button a { display: inline-block; background-color: ${colour}; color: #ffffff !important; padding: 12px ${padding + 12}px; border-radius: ${radius}px; text-decoration: none; }
.footer p { font-size: ${size - 3}px; color: #8${draw(10)}9${draw(10)}a${draw(10)}; }
@media screen and (max-width: ${width + 20}px) {
  .wrapper { width: 100% !important; }
  .card { padding: 16px !important; border-radius: 0 !important; }
  .code { font-size: ${size + 10}px !important; letter-spacing: 3px !important; }
  .hide-small { display: none !important; max-height: 0; overflow: hidden; }
}
@media (prefers-color-scheme: dark) {
  body, .wrapper { background-color: #1${draw(10)}1${draw(10)}1${draw(10)} !important; }
  .card { background: #2${draw(10)}2${draw(10)}2${draw(10)} !important; }
  h1, p, .code { color: #f${draw(10)}f${draw(10)}f${draw(10)} !important; }
}
`.replaceAll('\n', '\r\n')
}

/** A code as services send it: a template with a style sheet, in quoted-printable, beside plain text. `filler` stands in its footer. */
export function codeMail(draw: Draw): { writing: Writing; compose: (filler: string) => ComposedMail } {
  const { name, host, colour } = brand(draw)
  const [code, first, minutes] = [digits(draw, 6), firstName(draw), String(5 * (1 + draw(6)))]
  const [street, place] = postalAddress(draw)
  const above = prose(draw, writing, 120)
  const beside = prose(draw, writing, 240)
  const subject = filled(draw, pick(draw, subjects), { code: [code], brand: [name], first: [first] })
  const sheet = styleSheet(draw, colour)
  const ticket = digits(draw, 5)
  const logo = `https://static.${host}/mail/${digits(draw, 4)}/logo@2x.png`
  const request: [string, string][] = [
    ['Browser', filled(draw, '{browser}, {system}', writing.slots)],
    ['Near', city(draw)],
    ['Network', `2001:db8:${hex(draw, 4)}:${hex(draw, 4)}::${hex(draw, 3)}`],
    ['Reference', `${hex(draw, 8)}-${hex(draw, 4)}`.toUpperCase()],
  ]
  const requestRows = request.map(
    ([label, value]) =>
      `<tr><td align="left" valign="top" width="30%" style="padding:6px 12px 6px 0;border-top:1px solid #e5e7eb;color:#6b7280;font-size:13px">${label}</td><td align="left" valign="top" style="padding:6px 0;border-top:1px solid #e5e7eb;color:#111827;font-size:13px">${value}</td></tr>`,
  )
  const icons = ['linkedin', 'mastodon', 'youtube'].map(
    (site) =>
      `<a href="https://${host}/go/${site}" target="_blank" style="display:inline-block;padding:0 6px"><img src="https://static.${host}/mail/icons/${site}-${digits(draw, 3)}.png" alt="${site}" width="20" height="20" border="0" style="display:block" /></a>`,
  )
  const help = `https://${host}/help/articles/${digits(draw, 9)}`
  const flow = digits(draw, 12)
  const boundary = `----=_Part_${digits(draw, 6)}_${digits(draw, 9)}.${digits(draw, 13)}`
  const plain = `Hi ${first},\r\n\r\nYour ${name} verification code is:\r\n\r\n    ${code}\r\n\r\nIt expires in ${minutes} minutes.\r\n\r\n${wrapped(above)}\r\n${name}, ${street}, ${place}\r\n`
  const html = (filler: string) =>
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>${subject}</title>
<!--[if mso]><style type="text/css">body, table, td, p, a { font-family: Arial, sans-serif !important; }</style><![endif]-->
<style type="text/css">${sheet}</style></head>
<body><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${name} needs this code within ${minutes} minutes.&zwnj;&nbsp;&zwnj;&nbsp;&zwnj;&nbsp;</div>
<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%"><tr><td align="center" style="padding:32px 8px">
<table role="presentation" class="wrapper" border="0" cellpadding="0" cellspacing="0"><tr><td class="logo" align="left"><a href="https://${host}/" target="_blank"><img src="${logo}" alt="${name}" height="28" style="display:block" /></a></td></tr>
<tr><td class="card"><h1>Hi ${first},</h1><p>Enter this code to continue to ${name}:</p>
<p class="code">${code}</p><p>It expires in <b>${minutes} minutes</b>. ${above}</p>
<table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="button" align="center"><a href="https://${host}/login/verify?flow=${flow}" target="_blank">Open ${name}</a></td></tr></table>
<p style="padding-top:20px">${beside}</p>
<table role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%">${requestRows.join('\n')}</table></td></tr>
<tr><td class="footer" align="center" style="padding:24px 16px"><p>${filler}</p><p>Trouble? <a href="${help}" style="color:${colour}">Visit the help centre</a></p><p>${icons.join('\n')}</p><p>© 2026 ${name} · ${street} · ${place}</p></td></tr></table>
</td></tr></table></body></html>`.replaceAll(/\r?\n/g, '\r\n')
  return {
    writing,
    compose: (filler) => ({
      from: `${name} <no-reply@${host}>`,
      subject,
      fields: [`Reply-To: noreply+${ticket}@${host}`, 'Auto-Submitted: auto-generated'],
      part: multipart('alternative', boundary, [
        printablePart('text/plain', plain),
        printablePart('text/html', html(filler)),
      ]),
    }),
  }
}
