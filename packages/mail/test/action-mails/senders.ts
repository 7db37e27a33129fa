/** What one mail of the corpus says. In `path`, `@` stands for the secret of its reader. */
export interface MailWords {
  language: string
  kind: string | null
  subject: string
  before: string[]
  label: string
  after: string
  path: string
}

/** A mail as a sender writes it, and the URL of the link that its words are about. */
export interface WrittenMail {
  raw: Buffer
  url: string
}

/** What stands at the end of mails, by language; English where it is missing, as with many senders. */
const english = ['Privacy policy', 'Terms', 'Help centre', 'Unsubscribe', 'View in browser', 'Our blog']
const footers: Record<string, string[]> = {
  de: ['Datenschutz', 'AGB', 'Hilfe', 'Abmelden', 'Im Browser ansehen', 'Impressum'],
  fr: ['Confidentialité', 'Conditions', 'Aide', 'Se désabonner', 'Voir dans votre navigateur', 'Nos magasins'],
  es: ['Privacidad', 'Términos', 'Ayuda', 'Darse de baja', 'Ver en el navegador', 'Quiénes somos'],
  it: ['Privacy', 'Termini', 'Assistenza', 'Cancella iscrizione', 'Vedi nel browser', 'Chi siamo'],
  pt: ['Privacidade', 'Termos', 'Ajuda', 'Cancelar inscrição', 'Ver no navegador', 'Sobre nós'],
  nl: ['Privacy', 'Voorwaarden', 'Hulp', 'Afmelden', 'Bekijk in browser', 'Over ons'],
  ru: ['Политика конфиденциальности', 'Условия', 'Помощь', 'Отписаться', 'Открыть в браузере', 'О нас'],
  ja: ['プライバシーポリシー', '利用規約', 'ヘルプ', '配信停止', 'ブラウザで表示', '会社案内'],
}
const footerPaths = [
  '/privacy',
  '/terms',
  '/help',
  '/unsubscribe?u=8f3a1c7d9e2b4056',
  '/mail/view/8f3a1c7d',
  '/stories',
]
const host = 'https://app.fernhill.example'
const secret = 'q7Xn2Rk9vTb4Lz8WmJ3h'
const opaque = (index: number): string => `u001.${'a8F2kQz7'.repeat(3)}${index}-2BxT9${'c4Mw6Ry1'.repeat(2)}`
const tracked = (index: number): string => `https://u2481.ct.fernhill.example/ls/click?upn=${opaque(index)}`

const paragraphs = (lines: readonly string[]): string => lines.map((line) => `<p>${line}</p>`).join('\n')
const footerOf = ({ language }: MailWords): string[] => footers[language] ?? english
const links = (labels: readonly string[], urlOf: (index: number) => string): string =>
  labels.map((label, index) => `<a href="${urlOf(index)}" style="color:#888">${label}</a>`).join(' &middot; ')
const footerUrl = (index: number): string => `https://www.fernhill.example${footerPaths[index]}`

const mailOf = (words: MailWords, type: string, body: string): Buffer =>
  Buffer.from(
    [
      'From: Fernhill <no-reply@fernhill.example>',
      `Subject: =?utf-8?B?${Buffer.from(words.subject).toString('base64')}?=`,
      'MIME-Version: 1.0',
      `Content-Type: ${type}; charset=utf-8`,
      '',
      body,
    ].join('\r\n'),
  )

const html = (words: MailWords, body: string): Buffer =>
  mailOf(words, 'text/html', `<!doctype html><html lang="${words.language}"><body>${body}</body></html>`)

const urlOf = ({ path }: MailWords): string => host + path.replace('@', secret)

type Sender = (words: MailWords) => WrittenMail

const plainText: Sender = (words) => {
  const url = urlOf(words)
  const lines = [
    ...words.before,
    '',
    `${words.label}:`,
    url,
    '',
    words.after,
    '',
    '-- ',
    'Fernhill',
    'https://www.fernhill.example/',
  ]
  return { raw: mailOf(words, 'text/plain', lines.join('\r\n')), url }
}

/** A framework's default mail: a link in a sentence, nothing else. */
const bareHtml: Sender = (words) => {
  const url = urlOf(words)
  const link = `<p><a href="${url}">${words.label}</a></p>`
  return { raw: html(words, `${paragraphs(words.before)}${link}${paragraphs([words.after])}`), url }
}

/** Nested tables, a button with a coloured cell, social links, and a footer. */
const tables: Sender = (words) => {
  const url = urlOf(words)
  const button =
    '<table role="presentation"><tr><td bgcolor="#2a6" style="border-radius:4px">' +
    `<a href="${url}" style="display:inline-block;padding:12px 24px;color:#fff;background:#2a6">${words.label}</a></td></tr></table>`
  const social = links(
    ['Facebook', 'Instagram'],
    (index) => `https://www.${['facebook', 'instagram'][index]}.com/fernhill`,
  )
  const body = `<a href="https://www.fernhill.example/"><img src="https://cdn.fernhill.example/logo.png" alt="Fernhill"></a>
<table width="600"><tr><td>${paragraphs(words.before)}</td></tr><tr><td>${button}</td></tr><tr><td>${paragraphs([words.after])}</td></tr>
<tr><td>${social}</td></tr><tr><td style="font-size:11px">© 2026 Fernhill Ltd, 4 Mill Lane<br>${links(footerOf(words), footerUrl)}</td></tr></table>
<img src="https://t.fernhill.example/o.gif?m=8f3a1c7d9e2b4056" width="1" height="1">`
  return { raw: html(words, body), url }
}

/** A click tracker in front of every link, the footer's too: the URLs say nothing. */
const clickTracked: Sender = (words) => {
  const url = tracked(0)
  const body = `${links([footerOf(words)[4] ?? ''], () => tracked(9))}${paragraphs(words.before)}
<p><a class="btn-primary" href="${url}">${words.label}</a></p>${paragraphs([words.after])}
<p>${links(footerOf(words), (index) => tracked(index + 1))}</p>`
  return { raw: html(words, body), url }
}

/** A button, and the same URL to copy below it. */
const buttonAndUrl: Sender = (words) => {
  const url = urlOf(words)
  const body = `${paragraphs(words.before)}<p><a class="button" href="${url}">${words.label}</a></p>${paragraphs([words.after])}
<p style="font-size:12px">If the button does not work, copy this address:<br><a href="${url}">${url}</a></p>
<footer>${links(footerOf(words), footerUrl)}</footer>`
  return { raw: html(words, body), url }
}

/** Much else: a header of links, apps, an address. */
const manyLinks: Sender = (words) => {
  const url = urlOf(words)
  const shop = links(
    ['New in', 'Home', 'Garden', 'Sale'],
    (index) => `https://www.fernhill.example/c/${index + 4}?utm_source=mail`,
  )
  const apps = links(
    ['App Store', 'Google Play'],
    (index) => ['https://apps.apple.com/app/id4712', 'https://play.google.com/store/apps/details?id=x'][index] ?? '',
  )
  const body = `<div>${shop}</div><div>${paragraphs(words.before)}<div><a style="background-color:#08c" href="${url}">${words.label}</a></div>
${paragraphs([words.after])}</div><div>${apps}</div><div>${links(footerOf(words), footerUrl)}<br>Fernhill GmbH, Berlin</div>`
  return { raw: html(words, body), url }
}

/** Ways in which senders write the same words, by name. */
export const senders: Record<string, Sender> = { plainText, bareHtml, tables, clickTracked, buttonAndUrl, manyLinks }
