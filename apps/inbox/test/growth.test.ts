import { findOverlinear, growthTimeoutMs } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { isLocalPart, readPath } from '../src/state/page-path.ts'

vi.setConfig({ testTimeout: growthTimeoutMs })

const readers: Record<string, (text: string) => unknown> = {
  isLocalPart,
  readPath: (text) => [readPath(`/${text}`), readPath(`/a@${text}`), readPath(`/${text}@a.example`)],
}

test.each(Object.entries(readers))('%s takes linear time, whatever the URL', (_, read) => {
  expect(findOverlinear(read, ['/', '@', '%40', '%E0', 'a.'])).toBeNull()
})
