import { expect, test } from 'vitest'
import { createBackground } from './background.ts'
import { createLog } from './log.ts'

test('settled waits for everything handed over, also for what is handed over meanwhile', async () => {
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

test('work that fails is logged by name and breaks nothing', async () => {
  const lines: string[] = []
  const background = createBackground(createLog('info', { write: (line) => void lines.push(line) }))

  background.run('touch', () => Promise.reject(new Error('no')))
  await background.settled()

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ work: 'touch', msg: 'background work failed' })
})
