import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, 'otp.js')
const mail = (body: string): string =>
  `From: a@b.example\r\nSubject: Sign in\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`
const withCode = mail('Your verification code is 482913. It expires in 10 minutes.')
const withoutCode = mail('Your order 551209 has left our house.')

interface Ran {
  lines: Record<string, unknown>[]
  errors: string
  exitCode: number | null
}

async function run(...args: string[]): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  return { lines: lines.map((line) => JSON.parse(line)), errors, exitCode: child.exitCode }
}

async function mailFolder(files: Record<string, string>): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'inlet-otp-'))
  await mkdir(join(path, 'inner'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(path, name), content)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

test('each mail of a folder and its subfolders gives one line, sorted by name', async () => {
  await using folder = await mailFolder({ 'b.eml': withoutCode, 'inner/a.eml': withCode, 'note.txt': 'no mail' })

  const { lines, errors, exitCode } = await run(folder.path)

  expect(lines.map((line) => Object.keys(line))).toEqual(Array(2).fill(['file', 'otp', 'us', 'reason']))
  expect(lines.map(({ file, otp }) => [file, otp])).toEqual([
    [join(folder.path, 'b.eml'), null],
    [join(folder.path, 'inner/a.eml'), '482913'],
  ])
  for (const { us, reason } of lines) {
    expect(us).toBeGreaterThan(0)
    expect(reason).toMatch(/^[a-z+-]+$/)
  }
  expect([errors, exitCode]).toEqual(['', 0])
})

test('--explain shows all that could be a code, with its score and its view', async () => {
  await using folder = await mailFolder({ 'a.eml': withCode, 'b.eml': withoutCode })

  const { lines } = await run('--explain', folder.path)

  expect(lines).toMatchObject([
    { otp: '482913', candidates: [{ code: '482913', view: 'text' }] },
    { otp: null, reason: 'other-number', candidates: [{ code: '551209', view: 'text' }] },
  ])
})

test.each([
  ['no number at all', 'We have received your question.', 'no-candidate'],
  ['only other numbers', 'You have paid 482913 EUR on 12 March 2026.', 'only-amount+date'],
  ['a number that nothing speaks of', 'The weather on 482913.', 'unnamed'],
  ['an order', 'Your verification of order number 482913 is done.', 'other-number'],
  ['an old code', 'Your verification code 482913 has expired.', 'old-code'],
])('a mail without a code says why: %s', async (_, body, reason) => {
  await using folder = await mailFolder({ 'a.eml': mail(body) })

  const { lines } = await run(folder.path)

  expect(lines).toMatchObject([{ otp: null, reason }])
})

test('a file that cannot be read is named on the error output, and all others are read', async () => {
  await using folder = await mailFolder({ 'a.eml': withCode })
  const missing = join(folder.path, 'missing.eml')
  const empty = join(folder.path, 'inner')

  const { lines, errors, exitCode } = await run(missing, join(folder.path, 'a.eml'), empty)

  expect(lines.map(({ otp }) => otp)).toEqual(['482913'])
  expect(errors).toBe(`${missing}: there is no such file\n${empty}: no .eml file in this folder\n`)
  expect(exitCode).toBe(1)
})

test('a mail that breaks a parsing limit has no code and says so', async () => {
  await using folder = await mailFolder({ 'a.eml': `${'X: y\r\n'.repeat(2000)}\r\n${withCode}` })

  const { lines, exitCode } = await run(folder.path)

  expect(lines).toMatchObject([{ otp: null, reason: 'malformed' }])
  expect(exitCode).toBe(0)
})

test.each([[[]], [['--nothing']]])('an invalid command line (%j) shows the usage', async (args) => {
  const { lines, errors, exitCode } = await run(...args)

  expect(lines).toEqual([])
  expect(errors).toContain('Usage: npm run -s otp -- [--explain] PATH')
  expect(exitCode).toBe(2)
})

test('a closed output pipe ends the program without an error', async () => {
  const names = Array.from({ length: 3000 }, (_, index) => [`${index}.eml`, withCode])
  await using folder = await mailFolder(Object.fromEntries(names))
  const child = spawn(process.execPath, [program, folder.path], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')

  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [errors] = await Promise.all([text(child.stderr), closed])

  expect([errors, child.exitCode]).toEqual(['', 0])
})
