import { expect, test } from 'vitest'
import { knownMails } from '../../src/known-mails.ts'
import { readCorpus } from '../../src/score/read-corpus.ts'
import { fitLines } from './samples.ts'

test('a mail counts as much with two views as with one, and each other number less than the code', () => {
  const text = 'Your code is 482913. Order 771204 and parcel 550317 are not affected.'
  const html = `<p>${text}</p>`
  const lines = [...fitLines([{ subject: 'Sign in', text, html, code: '482913' }])]
    .filter(({ classifier }) => classifier !== 'letter')
    .map(({ classifier, label, weight }) => [classifier, label, weight] as const)

  const other = 0.5 / Math.sqrt(3)
  const ofView = [
    ['mail', true, 0.5],
    ['around', true, 0.5],
    ['around', false, other],
    ['around', false, other],
  ]
  expect(lines).toEqual([...ofView, ...ofView])
})

test('of a number in a letter its features and the words of its mail are learned from', () => {
  const mail = { subject: 'Orbit', text: 'Put 5172 in the little box, then you are in.', code: '5172' }
  const lines = [...fitLines([mail])]
  const [line] = lines.filter(({ classifier }) => classifier === 'letter')

  expect(line).toMatchObject({ label: true, letter: { features: expect.arrayContaining(['own-field', 'terse']) } })
  expect(line?.letter?.mail).toEqual(lines.find(({ classifier }) => classifier === 'mail')?.places)
})

test('of a mail without a number its words are learned from all the same', () => {
  const [line, ...more] = fitLines([{ subject: 'News', text: 'Nothing to type in today.', code: null }])

  expect(line).toMatchObject({ classifier: 'mail', label: false, weight: 1 })
  expect(line?.places.map(({ length }) => length)).toEqual([expect.any(Number), expect.any(Number)])
  expect(Math.min(...(line?.places ?? []).map(({ length }) => length))).toBeGreaterThan(0)
  expect(more).toEqual([])
})

test('the mails to learn from have codes and none, and no held-back one', () => {
  const mails = knownMails()
  const withCode = mails.filter(({ code }) => code !== null)
  const wholeOf = (mail: { subject: string; text: string; html?: unknown }) =>
    JSON.stringify([mail.subject, mail.text, mail.html ?? null])
  const heldBack = new Set(readCorpus('held-out').map(({ mail }) => wholeOf(mail)))

  expect(withCode.length).toBeGreaterThan(1000)
  expect(mails.length - withCode.length).toBeGreaterThan(1000)
  expect(heldBack.size).toBeGreaterThan(900)
  expect(mails.filter((mail) => heldBack.has(wholeOf(mail)))).toEqual([])
})
