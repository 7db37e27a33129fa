import { findOverlinear, growthTimeoutMs } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import * as visitorToken from './access/visitor-token.ts'
import * as apiKeyValue from './api-keys/api-key-value.ts'
import { hostnameOf } from './domains/find-site.ts'
import * as cursor from './paging/cursor.ts'

vi.setConfig({ testTimeout: growthTimeoutMs })

const stored = visitorToken.newVisitorToken().hash
const scope = { list: 'messages', filters: {} }

/** What a caller sends and no schema has cut: the values of headers and of cursors, and hosts. */
const readers: Record<string, (text: string) => unknown> = {
  isVisitorToken: (text) => visitorToken.isVisitorToken(text, stored),
  visitorTokenHash: visitorToken.visitorTokenHash,
  isWellFormedApiKey: (text) => [
    apiKeyValue.isWellFormedApiKey(text),
    apiKeyValue.isWellFormedApiKey(`inlet_live_${text}`),
  ],
  hashApiKey: apiKeyValue.hashApiKey,
  decodeCursor: (text) => {
    try {
      cursor.decodeCursor(scope, text)
    } catch {}
  },
  encodeCursor: (text) => cursor.encodeCursor({ list: 'messages', filters: { q: text } }, null),
  hostnameOf: (text) => [hostnameOf(text), hostnameOf(`a.example:${text}`), hostnameOf(`${text}:80`)],
}
/** They take no text. */
const others = ['newVisitorToken', 'generateApiKey']
const words = ['inlet_live_', 'inlet_test_', 'AQ', '==', ':80', '.example', 'xn--', '%']

test('every exported function that reads tokens, keys and cursors is measured', () => {
  const functions = Object.entries({ ...visitorToken, ...apiKeyValue, ...cursor, hostnameOf }).flatMap(
    ([name, value]) => (typeof value === 'function' ? [name] : []),
  )

  expect(functions.sort()).toEqual([...Object.keys(readers), ...others].sort())
})

test.each(Object.entries(readers))('%s takes linear time, whatever the text', (_, read) => {
  expect(findOverlinear(read, words)).toBeNull()
})
