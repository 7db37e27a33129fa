import type { MessageListItem } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type MessageRows, withFirstPage, withMessage, withoutMessages, withPage, withRead } from './message-rows.ts'

const row = (id: string, isRead = false): MessageListItem => ({
  id,
  addressId: 'A',
  fromAddr: 'a@b.example',
  fromName: '',
  toAddr: 'c@d.example',
  subject: '',
  preview: '',
  sizeBytes: 1,
  isRead,
  otpCode: null,
  tags: [],
  receivedAt: '2026-06-15T12:00:00.000Z',
  expiresAt: '2026-06-22T12:00:00.000Z',
  createdAt: '2026-06-15T12:00:00.000Z',
})
const page = (ids: string, hasMore: boolean) => ({
  data: [...ids].map((id) => row(id)),
  meta: { cursor: ids.at(-1) ?? '', hasMore },
})
const list = (ids: string, hasMore = false): MessageRows => {
  const { data, meta } = page(ids, hasMore)
  return { rows: data, meta }
}
const idsOf = ({ rows }: MessageRows) => rows.map(({ id }) => id).join('')

test('a message is put in its place once, newest first', () => {
  expect(idsOf(withMessage(list('CA'), row('D')))).toBe('DCA')
  expect(idsOf(withMessage(list('CA'), row('B')))).toBe('CBA')
  expect(idsOf(withMessage(list(''), row('B')))).toBe('B')
  const known = list('CA')
  expect(withMessage(known, row('C'))).toBe(known)
})

test('a message older than what is loaded waits for its page', () => {
  expect(idsOf(withMessage(list('DC', true), row('A')))).toBe('DC')
  expect(idsOf(withMessage(list('DC', false), row('A')))).toBe('DCA')
})

test('a page follows what is loaded, without messages that came twice', () => {
  const both = withPage(list('DC', true), page('CBA', false))

  expect([idsOf(both), both.meta]).toEqual(['DCBA', { cursor: 'A', hasMore: false }])
})

test('the first page read again adds what is new and keeps what is loaded below it', () => {
  const next = withFirstPage(list('CBA'), page('EDC', true))

  expect([idsOf(next), next.meta]).toEqual(['EDCBA', { cursor: 'A', hasMore: false }])
})

test('a first page that does not reach what is loaded takes its place, so that there is no gap', () => {
  const next = withFirstPage(list('BA'), page('HG', true))

  expect([idsOf(next), next.meta]).toEqual(['HG', { cursor: 'G', hasMore: true }])
})

test('read and deleted messages change, and the others stay the same objects', () => {
  const before = list('BA')
  const read = withRead(before, 'A')

  expect(read.rows.map(({ isRead }) => isRead)).toEqual([false, true])
  expect(read.rows[0]).toBe(before.rows[0])
  expect(withRead(read, 'A')).toBe(read)
  expect(idsOf(withoutMessages(before, (id) => id === 'B'))).toBe('A')
  expect(withoutMessages(before, () => false)).toBe(before)
})
