import { expect, test } from 'vitest'
import {
  isLearned,
  readArchiveCodes,
  readArchives,
  readShortMails,
  readTemplates,
  type TemplateMail,
} from './people-lists.ts'

const mostCharacters = 60

/** The lines of a text without links and tags. */
const linesOf = (text: string): string[] => text.replace(/https?:\/\/[^\s"<]+|<[^<>]*>/g, '\n').split('\n')

const writtenIn = ({ subject, text = [], html = [], values }: TemplateMail): string[] =>
  [subject, ...text, ...html, ...Object.values(values)].filter((part) => typeof part === 'string')

test('the short mails have different ids; 600 of them were scored once before anything was learned from them, and nothing is learned from 600 more', () => {
  const mails = readShortMails()

  expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length)
  const scoredFirst = mails.filter(({ set }) => set === 2 || set === 3)
  expect(scoredFirst).toHaveLength(600)
  expect(scoredFirst.filter(({ code }) => code !== null)).toHaveLength(368)
  expect(mails.filter((mail) => !isLearned(mail))).toHaveLength(600)
})

test('the mails of templates have different ids, half of them a code, and all a commit', () => {
  const { commits, mails } = readTemplates()

  expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length)
  expect(mails.filter(({ code }) => code !== null)).toHaveLength(249)
  expect(new Set(mails.map(({ repository }) => repository))).toEqual(new Set(Object.keys(commits)))
})

test('the list of templates has no text of a project: each line written in it is short', () => {
  const lines = readTemplates().mails.flatMap(writtenIn).flatMap(linesOf)

  expect(lines.filter((line) => line.length > mostCharacters)).toEqual([])
})

test('the archives are named once for each kind and format, and all have a commit', () => {
  const { commits, archives } = readArchives()
  const keys = archives.map(({ repository, path, kind, format }) => `${repository} ${path} ${kind} ${format}`)

  expect(new Set(keys).size).toBe(archives.length)
  expect(new Set(archives.map(({ repository }) => repository))).toEqual(new Set(Object.keys(commits)))
  expect(Object.keys(readArchiveCodes()).filter((name) => !/^(?:list|personal|newsletter|spam)\//.test(name))).toEqual(
    [],
  )
})
