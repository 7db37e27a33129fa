import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startEnvironment, startFlags } from './start-flags.ts'

const manifest = z.object({ scripts: z.object({ start: z.string() }) })

test('a server of the bench and the cluster starts with the settings of `npm start`', () => {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
  const words = manifest.parse(JSON.parse(text)).scripts.start.split(' ')
  const execAt = words.indexOf('exec')

  const cache = words.slice(0, execAt).filter((word) => word.startsWith('NODE_COMPILE_CACHE='))
  const settings = Object.entries(startEnvironment).map(([name, value]) => `${name}=${value}`)
  expect(words.slice(0, execAt)).toEqual([...settings, ...cache])
  expect(words.slice(execAt + 1)).toEqual(['node', ...startFlags, 'apps/server/start.js'])
})
