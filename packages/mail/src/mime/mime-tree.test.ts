import { expect, test } from 'vitest'
import { readMimeTree } from './mime-tree.ts'

/** The bodies of the parts of a multipart with this boundary. */
function parts(boundary: string, body: string): string[] {
  const mail = Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${body}`)
  return readMimeTree(mail).children.map((part) => part.body.toString())
}

test('only white space may follow a delimiter on its line', () => {
  expect(parts('b', '--b \t\r\n\r\none\r\n--b\n\ntwo\n--b-- \n')).toEqual(['one', 'two'])
  for (const line of ['--b.', '--bb', '--b-', '--b---', '--', '--b\u00a0', ' --b', '-b', '--b--b']) {
    expect(parts('b', `--b\r\n\r\none\r\n${line}\r\n\r\ntwo\r\n--b--`), line).toEqual([`one\r\n${line}\r\n\r\ntwo`])
  }
})

test('a delimiter is found at any distance after a line that looks like one, and at the end of the mail', () => {
  for (const filling of Array.from({ length: 300 }, (_, length) => 'x'.repeat(length))) {
    const body = `--b\r\n\r\none${filling}\r\n--c\r\n${filling}\r\n--b\r\n\r\ntwo\r\n--b--`
    expect(parts('b', body), `${filling.length}`).toEqual([`one${filling}\r\n--c\r\n${filling}`, 'two'])
  }
})

test('a line too long for a delimiter is not a delimiter, whatever it begins with', () => {
  const spaces = (count: number) => ' '.repeat(count)

  expect(parts('b', `--b\n\none\n--b${spaces(212)}\n\ntwo`)).toEqual(['one', 'two'])
  expect(parts('b', `--b\n\none\n--b${spaces(213)}\n\ntwo`)).toEqual([`one\n--b${spaces(213)}\n\ntwo`])
  expect(parts('b', `--b\n\none\n--b--${spaces(211)}`)).toEqual(['one'])
  expect(parts('b', `--b\n\none\n--b--${spaces(212)}`)).toEqual([`one\n--b--${spaces(212)}`])
})

test('boundaries are compared as bytes, also beyond ASCII and if the last byte looks like a space', () => {
  expect(parts('grenzwärà', '--grenzwärà\r\n\r\none\r\n--grenzwärà--')).toEqual(['one'])
  expect(parts('grenzwärà', '--grenzwär\r\n\r\none')).toEqual([])
})

test('boundaries with the same beginning delimit their own multiparts, and an outer delimiter ends the inner multipart', () => {
  const inner = 'Content-Type: multipart/mixed; boundary="b--"\r\n\r\n--b--\r\n\r\ninner\r\n'
  const root = readMimeTree(
    Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${inner}--b\r\n\r\nouter\r\n--b--`),
  )

  const [first, second] = root.children
  expect(first?.children.map(({ body }) => body.toString())).toEqual(['inner'])
  expect(second?.body.toString()).toBe('outer')
})
