import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { createLog } from './log.ts'

test('settled waits for all work, also for work that is added meanwhile', async () => {
  const background = createBackground(createLog('silent'))
  const done: string[] = []
  background.run('first', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    background.run('second', async () => {
      done.push('second')
    })
    done.push('first')
  })

  await background.settled()

  expect(done.sort()).toEqual(['first', 'second'])
})

test('failed work is logged with its name and breaks nothing', async () => {
  const lines: string[] = []
  const background = createBackground(createLog('info', { write: (line) => void lines.push(line) }))

  background.run('touch', () => Promise.reject(new Error('no')))
  await background.settled()

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ work: 'touch', msg: 'background work failed' })
})
