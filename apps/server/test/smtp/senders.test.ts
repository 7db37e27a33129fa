import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment } from '@inlet/runtime'
import { isLeftOut } from '@inlet/testkit/left-out'
import { test as anywhere, expect, inject } from 'vitest'
import { programFolder } from '../support/outside-program.ts'
import { sharedServer } from '../support/shared-server.ts'
import { everywhere, ofOtherLanguages, type Sender } from './senders.ts'

const newWorld = sharedServer()
const runFile = promisify(execFile)

function isInstalled({ shownBy }: Sender): boolean {
  if (existsSync(shownBy)) return true
  try {
    execFileSync('which', [shownBy])
    return true
  } catch {
    return false
  }
}

for (const sender of [...everywhere, ...ofOtherLanguages]) {
  const isLeftOutHere = !everywhere.includes(sender) && isLeftOut('senders')
  anywhere.skipIf(isLeftOutHere || (!isInstalled(sender) && !inject('isCi')))(
    `${sender.name} delivers with its defaults to a start without settings`,
    async () => {
      const world = await newWorld()
      const { fullAddress } = await world.address('code')
      const folder = await programFolder('sender')
      await writeFile(join(folder, sender.file), sender.source)

      const env = childEnvironment({ PORT: String(world.smtpPort), TO: fullAddress })
      await runFile('sh', ['-c', sender.run], { cwd: folder, env })
      await rm(folder, { recursive: true })

      expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: sender.name, toAddr: fullAddress }])
    },
  )
}
