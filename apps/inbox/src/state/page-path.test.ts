import { expect, test } from 'vitest'
import { inboxPath, messagePath, readPath } from './page-path.ts'

const id = '01K9ZQ4T5RV6W7X8Y9Z0ABCDEF'

test('a path names the start, an inbox or a message, and is read as it was written', () => {
  expect(readPath('/')).toEqual({ view: 'start' })
  expect(readPath(inboxPath('code@mail.example'))).toEqual({
    view: 'inbox',
    address: 'code@mail.example',
    messageId: null,
  })
  expect(readPath(messagePath('a.b_c-d@mail.example', id))).toMatchObject({
    address: 'a.b_c-d@mail.example',
    messageId: id,
  })
})

test('an address from a mail client or a bookmark is found too: encoded, in capitals, with a slash at the end', () => {
  for (const path of ['/code%40mail.example', '/CODE@mail.example', '/code@mail.example/'])
    expect(readPath(path), path).toMatchObject({ view: 'inbox', address: 'code@mail.example', messageId: null })
})

test('any other path is unknown, whatever is in it', () => {
  const paths = [
    '/code',
    '/@mail.example',
    `/${'x'.repeat(65)}@mail.example`,
    '/%E0%A4%A@x',
    '//evil.example',
    '/a@b/c',
  ]
  for (const path of [...paths, '/a b@mail.example', `/a@b/${id}/x`, '/<b>@x'])
    expect(readPath(path), path).toEqual({ view: 'unknown' })
})
