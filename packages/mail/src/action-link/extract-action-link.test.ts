import { expect, test } from 'vitest'
import { htmlToText } from '../html/html-to-text.ts'
import { createActionReader } from './extract-action-link.ts'

const extractAction = createActionReader()
const secret = 'q7Xn2Rk9vTb4Lz8WmJ3h'

const facts = { subject: '', fromAddr: 'no-reply@shop.example', isBulk: false }
const inText = (subject: string, text: string) => extractAction({ ...facts, subject, text, html: null })
const inHtml = (subject: string, html: string, isBulk = false) =>
  extractAction({ ...facts, subject, text: '', html: htmlToText(html), isBulk })
const button = (label: string, path: string) => `<p><a class="btn" href="https://shop.example${path}">${label}</a></p>`

test('a bare URL is an action without words of its own', () => {
  const url = `https://shop.example/verify?token=${secret}`

  expect(inText('Verify your email', `Verify your email:\n${url}\n`)).toEqual({
    ...{ url, text: '', kind: 'verify', lifetimeSeconds: null },
  })
})

test.each([
  ['The link expires in 24 hours.', 86_400],
  ['Der Link ist 30 Minuten gültig.', 1_800],
  ['リンクの有効期限は15分です。', 900],
  ['Expires in 2 days. Valid for 3 hours.', null],
  ['We answer within a day. Opened 24 hours a day.', null],
  ['It never expires. 10 minutes are enough for it.', null],
  ['Your code is 482913. The code is valid for 10 minutes.', null],
  ['Your account expires after 30 days.', null],
  ['Ihr Bestätigungscode ist 30 Minuten gültig.', null],
  ['認証コードの有効期限は15分です。', null],
  ['Your code is valid for 10 minutes. The link expires in 24 hours.', 86_400],
  ['Der Aktivierungslink für Ihr Konto ist 30 Minuten gültig.', 1_800],
])('%s: the link works for %s seconds', (words, lifetimeSeconds) => {
  const html = `<p>${words}</p>${button('Verify email', `/verify/${secret}`)}`

  expect(inHtml('Verify your email', html)).toMatchObject({ kind: 'verify', lifetimeSeconds })
})

test('of two links that are equally likely none is the action', () => {
  const first = button('Approve payment', `/approve/1${secret}`)
  const second = button('Approve payment', `/approve/2${secret}`)

  expect(inHtml('Payments to approve', first)).toMatchObject({ kind: 'approve' })
  expect(inHtml('Payments to approve', first + second)).toBeNull()
})

test('a question has its answer as action, not the refusal beside it', () => {
  const html = `<p><a href="https://shop.example/i/1${secret}">Decline</a> <a href="https://shop.example/i/2${secret}">Accept invitation</a></p>`

  expect(inHtml('Invitation', html)).toMatchObject({ kind: 'invite', text: 'Accept invitation' })
})

test.each([
  ['a hidden link', `<div style="display:none">${button('Verify email', `/verify/${secret}`)}</div>`],
  [
    'the own link of an image',
    `<a href="https://shop.example/verify/${secret}"><img src="cid:x" alt="Verify email"></a>`,
  ],
  [
    'a link in a quotation',
    `<p>Did it work?</p><blockquote>${button('Verify email', `/verify/${secret}`)}</blockquote>`,
  ],
  ['a link in a footer', `<footer>${button('Verify email', `/verify/${secret}`)}</footer>`],
  ['a front page', button('Verify email', '/')],
  ['a link with a user’s name', `<a href="https://shop.example@evil.example/verify/${secret}">Verify email</a>`],
  ['an app store', `<a href="https://apps.apple.com/app/verify/id${secret}">Verify email</a>`],
  ['one of a hundred links', button('Verify email', `/verify/${secret}`) + button('Read', '/a?b=1').repeat(99)],
])('%s is no action', (_, html) => {
  expect(inHtml('Verify your email', html)).toBeNull()
})

test('a forwarded or answered mail has no action of its own', () => {
  const url = `https://shop.example/verify?token=${secret}`

  for (const head of ['> ', '-----Original Message-----\n', 'From: Shop <a@shop.example>\nSent: Monday\n\n'])
    expect(inText('Fwd: Verify your email', `Look at this.\n\n${head}Verify your email: ${url}\n`)).toBeNull()
})

test('a notice for readers who did nothing has no action', () => {
  const html = `<p>If this wasn't you, <a href="https://shop.example/reset/${secret}">reset your password</a>.</p>`

  expect(inHtml('New sign-in', html)).toBeNull()
})

test('to leave a list is the action only of a mail that asks for it, and of no mass mail', () => {
  const html = button('Confirm unsubscribe', `/unsubscribe/${secret}`)

  expect(inHtml('Confirm that you want to unsubscribe', html)).toMatchObject({ kind: 'unsubscribe' })
  expect(inHtml('Confirm that you want to unsubscribe', html, true)).toBeNull()
  expect(inHtml('Our news', html)).toBeNull()
})

test('a page to log in at is no action, a link that logs in is', () => {
  expect(inHtml('Welcome', button('Log in', '/login'))).toBeNull()
  expect(inHtml('Your sign-in link', button('Sign in', `/magic/${secret}`))).toMatchObject({ kind: 'sign-in' })
})

test('a link of an app may be the action', () => {
  const html = `<p><a href="shopapp://verify?token=${secret}">Verify email</a></p>`

  expect(inHtml('Verify your email', html)).toMatchObject({ kind: 'verify', url: `shopapp://verify?token=${secret}` })
})

test('what cannot be stored is in no action: not in its words, and no URL has it', () => {
  const url = `https://shop.example/verify?token=${secret}`
  const link = (href: string, words: string) => inHtml('Verify your email', `<p><a href="${href}">${words}</a></p>`)

  expect(link(url, 'Verify\0 your\u0007 e-mail')).toMatchObject({ url, text: 'Verify your e-mail' })
  expect(link(url, `Verify ${'x'.repeat(192)}🦊`)).toMatchObject({ url, text: `Verify ${'x'.repeat(192)}` })
  expect(link(`${url}\0x`, 'Verify your email')).toBeNull()
  expect(link(`${url}\ud800`, 'Verify your email')).toBeNull()
})

test.each([
  ['names a user', `https://shop.example@evil.example/${secret}`, false],
  ['leads to an app store', `https://play.google.com/store/${secret}`, false],
  ['is too long', `https://t.shop.example/${'x'.repeat(8_000)}`, false],
  ['is a front page', 'https://t.shop.example/', false],
  ['leaves the list', `https://shop.example/unsubscribe/${secret}`, true],
])('a link that shows one URL and has another that %s is no action', (_, href, isBulk) => {
  const shown = `https://shop.example/verify?token=${secret}`
  const showing = (own: string) => inHtml('Verify your email', `<p>Verify: <a href="${own}">${shown}</a></p>`, isBulk)

  expect(showing(`https://t.shop.example/c/${secret}`)).toMatchObject({ kind: 'verify', text: shown })
  expect(showing(href)).toBeNull()
})

test('a bare URL has no words of its own, however long it is and in whatever form it is written', () => {
  const url = `https://shop.example/verify?id=47&token=${secret}`
  const long = `${url}${'x7Q'.repeat(100)}`
  const read = (written: string) => inText('Verify your email', `Verify your email:\n${written}\n`)

  expect(read(long)).toMatchObject({ url: long, text: '' })
  expect(read(url.replace('&', '&amp;'))).toMatchObject({ url, text: '' })
  expect(read(`<${url.replace(secret, `\n${secret}`)}>`)).toMatchObject({ url, text: '' })
  expect(inHtml('Verify your email', `<p>Verify: <a href="${long}">${long}</a></p>`)).toMatchObject({ text: '' })
})

test('a URL that goes on behind what is read of a mail is no action', () => {
  const url = `https://shop.example/verify?token=${secret}`
  const read = (before: number, rest: string) =>
    inText('Verify your email', `${`${'x'.repeat(79)}\n`.repeat(900).slice(-before)}\nVerify your email: ${rest}`)

  expect(read(60_000, url)).toMatchObject({ url })
  expect(read(64 * 1024 - 60, url)).toBeNull()
  expect(read(64 * 1024 - 30 - url.length, `<${url}\nx7Q9x7Q9x7Q9>`)).toBeNull()
})

test.each([
  'To unsubscribe, click <a style="padding:0" href="@">here</a>',
  'Newsletter abbestellen: <a style="padding:0" href="@">hier klicken</a>',
  'To decline, click <a style="padding:0" href="@">here</a>',
])('a link without words of its own is no action where its line refuses something, or leaves a list: %s', (line) => {
  const html = `<p>Enter the code 482913 to confirm your e-mail address.</p><p>${line}</p>`

  expect(inHtml('Confirm your e-mail address', html.replace('@', `https://t.shop.example/c/${secret}`))).toBeNull()
})

test('a link that the HTML hides is not taken from the text part', () => {
  const url = `https://shop.example/verify?token=${secret}`
  const html = htmlToText(`<p>Verify your email</p><a style="display:none" href="${url}">Verify your email</a>`)
  const source = { ...facts, subject: 'Verify your email', text: `Verify your email:\n${url}` }

  expect(extractAction({ ...source, html })).toBeNull()
  expect(extractAction({ ...source, html: htmlToText('<img src="cid:x">') })).toMatchObject({ url })
})

test.each(['shop.example:99999', 'shop example', '{{host}}'])('a link to https://%s is no action', (host) => {
  expect(inHtml('Verify your email', `<a href="https://${host}/verify/${secret}">Verify your email</a>`)).toBeNull()
})

test.each(['/Account/ForgotYourPassword', '/MyAccount/CustomerPortalSignIn'])('%s is the same for all', (path) => {
  expect(inHtml('Reset your password', button('Reset your password', path))).toBeNull()
})

test.each([
  ['security@mail.instagram.com', true],
  ['security@instagram.com', true],
  ['no-reply@m.com', false],
  ['', false],
])('a social site confirms what it asks for itself: from %s, %s', (fromAddr, isTaken) => {
  const html = htmlToText(`<a href="https://instagram.com/verify/${secret}">Verify your email</a>`)
  const action = extractAction({ ...facts, subject: 'Verify your email', fromAddr, text: '', html })

  expect(action !== null).toBe(isTaken)
})

test('of several links to one target one is taken, though each is counted by itself', () => {
  const tracked = (target: string, click: number) =>
    `<p><a class="btn" href="https://x7.r.eu-west-1.awstrack.me/L0/${encodeURIComponent(target)}/${click}/0102/Q=${click}">Approve payment</a></p>`
  const direct = (more: string) => button('Approve payment', `/approve?id=${secret}${more}`)
  const target = `https://shop.example/approve?id=${secret}`
  const read = (html: string) => inHtml('Payment to approve', html)

  expect(read(tracked(target, 1) + tracked(target, 2))).toMatchObject({ kind: 'approve' })
  expect(read(tracked(`${target}1`, 1) + tracked(`${target}2`, 2))).toBeNull()
  expect(read(direct('') + direct('&utm_source=a&utm_medium=b#top'))).toMatchObject({ kind: 'approve' })
  expect(read(direct('#/approve/1x') + direct('#/approve/2x'))).toBeNull()
})
