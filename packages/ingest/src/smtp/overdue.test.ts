import { expect, test } from 'vitest'
import { type ConnectionClocks, overdue } from './overdue.ts'
import { standardSmtpLimits } from './smtp-settings.ts'

const second = 1_000
const minute = 60 * second

function verdict(
  clocks: Partial<ConnectionClocks>,
  now: number,
  { isCrowded = false, isMemoryScarce = false } = {},
): string | null {
  const whole = {
    phase: 'commands',
    openedAt: 0,
    heardAt: now,
    phaseAt: 0,
    hasTransaction: false,
    mailBytes: 0,
    ...clocks,
  } as const
  const said = overdue(whole, standardSmtpLimits, { now, isCrowded, isMemoryScarce })
  return said === null || said === 'cut off' ? said : said.wire.slice(0, 9)
}

test('an idle client is sent away after five minutes, after twenty seconds where it is crowded', () => {
  expect(verdict({ heardAt: 0 }, 5 * minute)).toBe(null)
  expect(verdict({ heardAt: 0 }, 5 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ heardAt: 0 }, 20 * second, { isCrowded: true })).toBe(null)
  expect(verdict({ heardAt: 0 }, 20 * second + 1, { isCrowded: true })).toBe('421 4.4.2')
  // What we have just said is the client's to answer.
  expect(verdict({ heardAt: 0, phaseAt: 5 * minute }, 5 * minute + 1)).toBe(null)
})

test('a connection ends after ten minutes, but not inside a transaction that gets on', () => {
  expect(verdict({}, 10 * minute)).toBe(null)
  expect(verdict({}, 10 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ hasTransaction: true }, 10 * minute + 1)).toBe(null)
  expect(verdict({ hasTransaction: true }, 15 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ phase: 'data', phaseAt: 10 * minute, mailBytes: 10_000 }, 10 * minute + 1)).toBe(null)
  expect(verdict({ phase: 'commit', phaseAt: 10 * minute }, 60 * minute)).toBe(null)
})

test('DATA ends after five minutes, and after thirty seconds it must have come at 1 KB/s', () => {
  const fast = 100 * 1024 * 1024
  expect(verdict({ phase: 'data', mailBytes: fast }, 5 * minute)).toBe(null)
  expect(verdict({ phase: 'data', mailBytes: fast }, 5 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ phase: 'data', mailBytes: 0 }, 30 * second)).toBe(null)
  expect(verdict({ phase: 'data', mailBytes: 1_024 * 39 }, 40 * second)).toBe('421 4.4.2')
  expect(verdict({ phase: 'data', mailBytes: 1_024 * 40 }, 40 * second)).toBe(null)
})

test('while memory is scarce a mail may pause for twenty seconds and take a minute; who holds none has as long as ever', () => {
  const scarce = { isMemoryScarce: true }
  const mail = { phase: 'data', mailBytes: 100 * 1024 * 1024 } as const
  expect(verdict({ ...mail, heardAt: 0 }, 20 * second, scarce)).toBe(null)
  expect(verdict({ ...mail, heardAt: 0 }, 20 * second + 1, scarce)).toBe('421 4.4.2')
  expect(verdict(mail, minute, scarce)).toBe(null)
  expect(verdict(mail, minute + 1, scarce)).toBe('421 4.4.2')
  expect(verdict({ heardAt: 0 }, 5 * minute, scarce)).toBe(null)
})

test('a look-up has thirty seconds, and so have a handshake and a client that was told to go', () => {
  expect(verdict({ phase: 'look-up' }, 30 * second + 1)).toBe('451 4.3.0')
  expect(verdict({ phase: 'handshake' }, 30 * second)).toBe(null)
  expect(verdict({ phase: 'handshake' }, 30 * second + 1)).toBe('cut off')
  expect(verdict({ phase: 'leaving' }, 30 * second + 1)).toBe('cut off')
  expect(verdict({ phase: 'unread' }, 3 * second)).toBe(null)
  expect(verdict({ phase: 'unread' }, 3 * second + 1)).toBe('cut off')
})
