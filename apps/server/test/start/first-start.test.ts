import { readFile } from 'node:fs/promises'
import { createLog, readConfig } from '@inlet/runtime'
import { freshDatabase, waitFor } from '@inlet/testkit'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { assemble } from '../../src/assemble.ts'
import { readDemo } from '../../src/demo/demo-file.ts'
import { startLimitMs } from '../support/server-process.ts'
import { dataFolder, end, readyProgram } from '../support/start-program.ts'

vi.setConfig({ testTimeout: 2 * startLimitMs })

/** What four servers of one data folder write, one of them beside another; a start takes seconds, so the tests share them. */
async function observeStarts() {
  await using folder = await dataFolder()

  await using first = await readyProgram(folder.path)
  await waitFor(() => first.written().includes('To end the server'))
  const docsUrl = /Everything else is in the documentation: (\S+)\n/.exec(first.written())?.[1] ?? ''
  const served = await fetch(docsUrl)
  const dashboardUrl = /^Dashboard, in a browser: (\S+)$/m.exec(first.written())?.[1] ?? ''
  const dashboard = await fetch(dashboardUrl)
  const home = await fetch(new URL('/', docsUrl))
  const text = await readFile(folder.demoFile, 'utf8')
  const demo = await readDemo(folder.demoFile)

  await using beside = await readyProgram(folder.path)
  await waitFor(() => beside.written().includes(`${folder.demoFile} belongs to another server`))
  const texts = [await readFile(folder.demoFile, 'utf8')]
  await end(beside)
  texts.push(await readFile(folder.demoFile, 'utf8'))

  first.send('SIGKILL')
  await first.ended
  await using afterCrash = await readyProgram(folder.path)
  const demoAfterCrash = await readDemo(folder.demoFile)
  await end(afterCrash)

  await using later = await readyProgram(folder.path)
  return {
    folder: folder.path,
    first: {
      written: first.written(),
      docsStatus: served.status,
      dashboardUrl,
      dashboard: await dashboard.text(),
      homeUrl: home.url,
      text,
      demo,
    },
    beside: { texts },
    afterCrash: { demo: demoAfterCrash },
    later: { written: later.written() },
  }
}

describe('in one data folder', () => {
  let seen: Awaited<ReturnType<typeof observeStarts>>
  beforeAll(async () => {
    seen = await observeStarts()
  }, 5 * startLimitMs)

  test('the first start says at once what it does and at its end where documentation and dashboard are, and so does a later one', () => {
    const { folder, first, later } = seen

    expect(first.written.split('\n').slice(0, 2)).toEqual([
      'Inlet is starting …',
      `First start: this makes a database in ${folder}, and then a demo service. A MongoDB server is fetched if this machine has none.`,
    ])
    expect(first.docsStatus).toBe(200)
    expect(first.dashboard).toContain('data-base="/dashboard/"')
    expect(first.homeUrl).toBe(`${first.dashboardUrl}/`)
    expect(later.written).toMatch(/^Inlet is starting …\nStarting the database in .* …\n/)
    expect(later.written).toMatch(
      /^Inlet is ready\. {2}REST \S+\/v1 {3}Docs \S+\/docs {3}SMTP \S+\nDashboard, in a browser: \S+\/dashboard$/m,
    )
  })

  test('a second server says whose the demo file is, and writes it neither at its start nor at its end', () => {
    expect(seen.beside.texts).toEqual([seen.first.text, seen.first.text])
  })

  test('after a server that was killed the next one writes the demo file again', () => {
    expect(seen.afterCrash.demo?.service).toEqual(seen.first.demo?.service)
    expect(seen.afterCrash.demo?.accessToken).not.toBe(seen.first.demo?.accessToken)
  })
})

test('a process that serves no API names its probes and no documentation; a mistyped setting is named, and the start goes on', async () => {
  await using folder = await dataFolder()
  await using database = freshDatabase()
  const settings = { INLET_ROLE: 'smtp', SMPT_PORT: '25', MONGODB_URI: database.uri }
  await using program = await readyProgram(folder.path, settings)

  expect(program.written()).toMatch(/Inlet is ready\. {2}Probes http:\S+\/readyz {3}SMTP /)
  expect(program.written()).toContain('SMPT_PORT is not a setting and has no effect: did you mean SMTP_PORT?\n')
})

test('a process calls itself ready only when what was to be done before is done', async () => {
  await using database = freshDatabase()
  const config = readConfig({ HTTP_PORT: '0', SMTP_PORT: '0', INLET_ROLE: 'http', SMTP_MAX_LAG_MS: '0' })
  const ready = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  const seen: number[] = []

  const program = await assemble(config, {
    databaseUri: database.uri,
    log: createLog('silent'),
    beforeReady: async ({ httpPort }) => void seen.push(await ready(httpPort)),
  })
  seen.push(await ready(program.httpPort))
  await program.stop()

  expect(seen).toEqual([503, 200])
})
