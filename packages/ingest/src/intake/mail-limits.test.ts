import { expect, test } from 'vitest'
import { countReceived } from './mail-limits.ts'

const count = (head: string) => countReceived(Buffer.from(head))

test('Received fields of the header section are counted in any case, similar lines are not', () => {
  expect(count('')).toBe(0)
  expect(count('Received: a\r\nreceived: b\r\n continued Received: c\r\nRECEIVED:d\r\n\r\nReceived: body\r\n')).toBe(3)
  expect(count('X-Received: a\r\nReceived-SPF: pass\r\nSubject: Received: x\r\nRe')).toBe(0)
  expect(count('\r\nReceived: body\r\n')).toBe(0)
  expect(count('Received: a\nReceived: b\n\nReceived: body')).toBe(2)
})
