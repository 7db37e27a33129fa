import { expect, test, vi } from 'vitest'
import { findOverlinear, growthTimeoutMs } from './growth.ts'

vi.setConfig({ testTimeout: growthTimeoutMs })

test('a quadratic function is found together with a text on which it is slow, a linear one is not', () => {
  const isRepeated = (text: string): number => {
    let seen = 0
    for (let at = text.indexOf('wanted'); at >= 0; at = text.indexOf('wanted', at + 1))
      seen += text.lastIndexOf('absent')
    return seen
  }

  expect(findOverlinear((text) => / +$/.test(text))).toMatchObject({ unit: ' ', after: 'b' })
  expect(findOverlinear(isRepeated, ['wanted'])?.unit).toContain('wanted')
  expect(findOverlinear((text) => text.trimEnd())).toBeNull()
})
