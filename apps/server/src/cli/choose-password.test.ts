import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { choosePassword } from './choose-password.ts'

/** A terminal at which somebody types these lines, each when it is asked for. */
function terminal(...lines: string[]) {
  const written: string[] = []
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text))
    const line = String(text).endsWith(': ') ? lines.shift() : undefined
    if (line !== undefined) setImmediate(() => input.write(`${line}\r`))
    return true
  })
  return { input, written }
}

test('at a terminal the password is asked for twice and never shown', async () => {
  const { input, written } = terminal('correct horse', 'correct horse')

  const chosen = await choosePassword(input, false)

  expect(chosen).toEqual({ password: 'correct horse', isMade: false })
  expect(written.join('')).toBe('Password (empty makes one): \nOnce more: \n')
})

test('two answers that differ are refused', async () => {
  const { input } = terminal('correct horse', 'correct house')

  await expect(choosePassword(input, false)).rejects.toThrow('The two passwords differ')
})

test('with an empty answer, or without a terminal, a random password is generated', async () => {
  const { input } = terminal('')

  const made = [await choosePassword(input, false), await choosePassword(new PassThrough(), false)]

  for (const { password, isMade } of made) {
    expect(isMade).toBe(true)
    expect(password).toMatch(/^[a-zA-Z2-9]{20}$/)
  }
  expect(made[0]?.password).not.toBe(made[1]?.password)
})

test('the first line of a piped input is the password, and an empty line is refused', async () => {
  const piped = (text: string) => new PassThrough().end(text)

  expect(await choosePassword(piped('one line\nanother\n'), true)).toEqual({ password: 'one line', isMade: false })
  expect(await choosePassword(piped('no line end'), true)).toEqual({ password: 'no line end', isMade: false })
  await expect(choosePassword(piped(''), true)).rejects.toThrow('There is no password in the input')
  await expect(choosePassword(piped('\nsecond'), true)).rejects.toThrow('There is no password in the input')
})
