import { expect, test } from 'vitest'
import { type MailWords, senders } from '../../test/action-mails/senders.ts'
import withAction from '../../test/action-mails/with-action.json' with { type: 'json' }
import withoutAction from '../../test/action-mails/without-action.json' with { type: 'json' }
import { createMailParser } from '../parse-mail.ts'

const parseMail = createMailParser()
const envelope = { mailFrom: 'bounces@fernhill.example', isTls: true }

/** What each sender's mails are read as, where that is something else. */
function misreadings(mails: readonly MailWords[]): string[] {
  return Object.entries(senders).flatMap(([name, write]) =>
    mails.flatMap((words) => {
      const { raw, url } = write(words)
      const { action } = parseMail(raw, envelope)
      const isRight = words.kind === null ? action === null : action?.kind === words.kind && action.url === url
      return isRight
        ? []
        : [`${name}, ${words.language}, ${words.subject}: ${action ? `${action.kind} ${action.url}` : 'none'}`]
    }),
  )
}

test('the corpus has sixty mails of each sort, in more than twelve languages, from six kinds of senders', () => {
  const languages = (mails: readonly MailWords[]) => new Set(mails.map(({ language }) => language)).size

  expect(withAction.length).toBeGreaterThanOrEqual(60)
  expect(withoutAction.length).toBeGreaterThanOrEqual(60)
  expect(Math.min(languages(withAction), languages(withoutAction))).toBeGreaterThan(12)
  expect(Object.keys(senders)).toHaveLength(6)
})

test('of every mail that was sent for a link, that link is its action, whoever writes it', () => {
  expect(misreadings(withAction)).toEqual([])
})

test('no link of a mail that was sent for something else is an action, whoever writes it', () => {
  expect(misreadings(withoutAction)).toEqual([])
})
