import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test('bytes are shown in the largest unit of which there is one, with one decimal at most', () => {
  expect([0, 1, 999, 1000, 2148, 999_949, 999_950, 26_214_400].map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 kB',
    '2.1 kB',
    '999.9 kB',
    '1 MB',
    '26.2 MB',
  ])
})
