import type { PublicMessageListItem } from '@inlet/contract'
import { expect, test } from 'vitest'
import { mergePage, withOlder } from './merge-page.ts'

const messages = (...ids: string[]): PublicMessageListItem[] =>
  ids.map((id) => ({
    id,
    fromAddr: 'a@shop.example',
    fromName: 'Shop',
    subject: id,
    preview: '',
    isRead: false,
    otpCode: null,
    tags: [],
    receivedAt: '2026-11-23T10:00:00.000Z',
    expiresAt: '2026-11-30T10:00:00.000Z',
  }))
const idsOf = (list: readonly PublicMessageListItem[]) => list.map(({ id }) => id)

test('a page replaces what it covers, and older messages stay', () => {
  expect(idsOf(mergePage(messages('5', '4', '3', '2', '1'), messages('6', '5', '3'), true))).toEqual([
    '6',
    '5',
    '3',
    '2',
    '1',
  ])
})

test('a page after which nothing follows is the whole list', () => {
  expect(idsOf(mergePage(messages('3', '2', '1'), messages('4', '3'), false))).toEqual(['4', '3'])
  expect(mergePage(messages('3'), [], false)).toEqual([])
})

test('where messages may be missing between a page and what is known, only the page is kept', () => {
  expect(idsOf(mergePage(messages('2', '1'), messages('9', '8'), true))).toEqual(['9', '8'])
})

test('an older page is put behind, each message once', () => {
  expect(idsOf(withOlder(messages('4', '3'), messages('3', '2')))).toEqual(['4', '3', '2'])
})
