import { expect, test } from 'vitest'
import { archiveSums, downloadVersion } from './archive-sums.ts'

test('every archive has the version that is downloaded and a sum that no other has', () => {
  const entries = Object.entries(archiveSums)

  for (const [name, sum] of entries) {
    expect(name).toMatch(/^mongodb-(?:linux-(?:x86_64|aarch64)-[a-z]+\d+|macos-(?:x86_64|arm64))-\d+\.\d+\.\d+\.tgz$/)
    expect(name).toContain(`-${downloadVersion}.tgz`)
    expect(sum).toMatch(/^[0-9a-f]{64}$/)
  }
  expect(new Set(entries.map(([, sum]) => sum)).size).toBe(entries.length)
})
