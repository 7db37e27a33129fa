import { expect, test } from 'vitest'
import { startEnvironment, startFlags } from '../../src/start/start-flags.ts'
import { deployFile } from '../support/deploy-files.ts'

// Containers and units start Node themselves, since npm would stand between it and the signals: so they repeat what `npm start` gives it.

const words = (text: string) => text.split(/[\s",[\]]+/)
const flagsIn = (line: string) => words(line).filter((word) => word.startsWith('--'))
const environmentIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/\b(MALLOC_\w+)=(\w+)/g)].map(([, name, value]) => [name, value]))
const lineOf = (text: string, begin: string) => text.split('\n').find((line) => line.startsWith(begin)) ?? ''

test.each([
  ['the image', 'docker/Dockerfile', 'ENTRYPOINT'],
  ['the systemd unit', 'systemd/inlet@.service', 'ExecStart'],
  ['the archive', 'archive/inlet', '    exec "$home/bin/node" --max'],
])('%s starts Node with the flags and the settings of `npm start`', async (_, path, begin) => {
  const text = await deployFile(path)

  expect(flagsIn(lineOf(text, begin))).toEqual(startFlags)
  expect(environmentIn(text)).toEqual(startEnvironment)
  expect(words(lineOf(text, begin)).find((word) => word.endsWith('.js'))).toMatch(
    /^(?:\$home\/)?apps\/server\/start\.js$/,
  )
})
