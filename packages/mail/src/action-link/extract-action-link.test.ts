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
