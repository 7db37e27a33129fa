import { readConfig } from '@inlet/runtime'
import { expect, test } from 'vitest'
import { type ConnectionClocks, checkTimeouts } from './connection-timeouts.ts'
import { smtpLimits } from './smtp-settings.ts'

const second = 1_000
const minute = 60 * second
const limits = smtpLimits(readConfig({}))

function verdict(
  clocks: Partial<ConnectionClocks>,
  now: number,
  { isNearlyFull = false, isMemoryScarce = false } = {},
): string | null {
  const whole = {
    phase: 'commands',
    openedAt: 0,
    lastReceivedAt: now,
    phaseStartedAt: 0,
    hasTransaction: false,
    mailBytes: 0,
    ...clocks,
  } as const
  const outcome = checkTimeouts(whole, limits, { now, isNearlyFull, isMemoryScarce })
  return outcome === null || outcome === 'cut off' ? outcome : outcome.wire.slice(0, 9)
}

test('an idle client is disconnected after five minutes, after twenty seconds where few connections are left', () => {
  expect(verdict({ lastReceivedAt: 0 }, 5 * minute)).toBe(null)
  expect(verdict({ lastReceivedAt: 0 }, 5 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ lastReceivedAt: 0 }, 20 * second, { isNearlyFull: true })).toBe(null)
  expect(verdict({ lastReceivedAt: 0 }, 20 * second + 1, { isNearlyFull: true })).toBe('421 4.4.2')
  // The client's time to answer begins with our reply.
  expect(verdict({ lastReceivedAt: 0, phaseStartedAt: 5 * minute }, 5 * minute + 1)).toBe(null)
})

test('a connection ends after ten minutes, but not inside a transaction that makes progress', () => {
  expect(verdict({}, 10 * minute)).toBe(null)
  expect(verdict({}, 10 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ hasTransaction: true }, 10 * minute + 1)).toBe(null)
  expect(verdict({ hasTransaction: true }, 15 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ phase: 'data', phaseStartedAt: 10 * minute, mailBytes: 10_000 }, 10 * minute + 1)).toBe(null)
  expect(verdict({ phase: 'commit', phaseStartedAt: 10 * minute }, 60 * minute)).toBe(null)
})

test('DATA ends after five minutes, and must have averaged 1 KB/s after thirty seconds', () => {
  const fast = 100 * 1024 * 1024
  expect(verdict({ phase: 'data', mailBytes: fast }, 5 * minute)).toBe(null)
  expect(verdict({ phase: 'data', mailBytes: fast }, 5 * minute + 1)).toBe('421 4.4.2')
  expect(verdict({ phase: 'data', mailBytes: 0 }, 30 * second)).toBe(null)
  expect(verdict({ phase: 'data', mailBytes: 1_024 * 39 }, 40 * second)).toBe('421 4.4.2')
  expect(verdict({ phase: 'data', mailBytes: 1_024 * 40 }, 40 * second)).toBe(null)
})

test('while memory is scarce a mail may pause for twenty seconds and take a minute; a client that holds none has the usual time', () => {
  const scarce = { isMemoryScarce: true }
  const mail = { phase: 'data', mailBytes: 100 * 1024 * 1024 } as const
  expect(verdict({ ...mail, lastReceivedAt: 0 }, 20 * second, scarce)).toBe(null)
  expect(verdict({ ...mail, lastReceivedAt: 0 }, 20 * second + 1, scarce)).toBe('421 4.4.2')
  expect(verdict(mail, minute, scarce)).toBe(null)
  expect(verdict(mail, minute + 1, scarce)).toBe('421 4.4.2')
  expect(verdict({ lastReceivedAt: 0 }, 5 * minute, scarce)).toBe(null)
})

test('a look-up, a handshake and a closing connection have thirty seconds each, one whose rest is left unread three', () => {
  expect(verdict({ phase: 'look-up' }, 30 * second + 1)).toBe('451 4.3.0')
  expect(verdict({ phase: 'handshake' }, 30 * second)).toBe(null)
  expect(verdict({ phase: 'handshake' }, 30 * second + 1)).toBe('cut off')
  expect(verdict({ phase: 'closing' }, 30 * second + 1)).toBe('cut off')
  expect(verdict({ phase: 'closing unread' }, 3 * second)).toBe(null)
  expect(verdict({ phase: 'closing unread' }, 3 * second + 1)).toBe('cut off')
})
