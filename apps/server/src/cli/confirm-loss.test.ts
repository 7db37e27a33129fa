import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { assertYes } from './confirm-loss.ts'

/** A terminal at which somebody types a line once a question is asked. */
function terminal(line: string) {
  const written: string[] = []
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    if (String(text).includes('Type yes')) setImmediate(() => input.write(`${line}\r`))
    return true
  })
  return { input, written }
}

test.each(['yes', 'y', ' YES '])('at a terminal the loss is shown, and "%s" does it', async (line) => {
  const { input, written } = terminal(line)

  await assertYes({}, 'This deletes it.', input)

  expect(written.join('')).toContain('This deletes it. Type yes to do it: ')
})

test.each(['', 'no', 'yes please', 'n'])('the answer "%s" changes nothing', async (line) => {
  const { input } = terminal(line)

  await expect(assertYes({}, 'This deletes it.', input)).rejects.toThrow('Nothing was changed')
})

test('--yes asks nothing; without a terminal, or for a program that reads JSON, nothing is asked and --yes is wanted', async () => {
  const { input, written } = terminal('yes')

  await assertYes({ yes: true }, 'This deletes it.', input)

  await expect(assertYes({ json: true }, 'This deletes it.', input)).rejects.toThrow('To do it, add: --yes')
  await expect(assertYes({}, 'This deletes it.', new PassThrough())).rejects.toThrow('To do it, add: --yes')
  expect(written).toEqual([])
})
