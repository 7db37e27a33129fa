import type { DnsRecord } from '@inlet/contract'
import { expect, test } from 'vitest'
import { isTrusted, outcomeAdvice, problemSummary } from './domain-labels.ts'

const record = (changes: Partial<DnsRecord>): DnsRecord => ({
  type: 'MX',
  host: 'mail.acme.example',
  value: '10 mx.test',
  found: [],
  ok: false,
  outcome: null,
  ...changes,
})

test('a list names the records that do not do, and where the mail goes instead', () => {
  const records = [
    record({ type: 'TXT', outcome: 'nxdomain' }),
    record({ outcome: 'conflicting_mx', found: ['mx.other.example', 'backup.other.example'] }),
  ]

  expect(problemSummary({ records })).toBe('TXT: no such name · MX: mail goes to mx.other.example')
})

test('a DNS that gave no answer is distinguished from a record that is not there', () => {
  const words = (outcome: DnsRecord['outcome']) => problemSummary({ records: [record({ outcome })] })

  expect(words('no_record')).toBe('MX: no record')
  expect(words('timeout')).toBe('MX: DNS did not answer')
  expect(words('server_failure')).toBe('MX: DNS error')
})

test('there is no problem where all records are found, or where nobody has looked', () => {
  expect(problemSummary({ records: [record({ ok: true, outcome: 'ok' })] })).toBeNull()
  expect(problemSummary({ records: [record({})] })).toBeNull()
  expect(outcomeAdvice(record({ outcome: 'ok' }))).toBeNull()
})

test('the advice about other MX records names each of their hosts', () => {
  const found = ['mx.other.example', 'backup.other.example']

  expect(outcomeAdvice(record({ outcome: 'conflicting_mx', found }))).toContain(found.join(', '))
})

test('what stands in the DNS of strangers neither turns the words around nor makes them endless', () => {
  const conflict = record({ outcome: 'conflicting_mx', found: Array(50).fill(`\u202e${'x'.repeat(10_000)}`) })

  for (const words of [problemSummary({ records: [conflict] }), outcomeAdvice(conflict)]) {
    expect(words).toContain('goes to \\u202exxx')
    expect(words).not.toContain('\u202e')
    expect(words?.length).toBeLessThan(2000)
  }
})

test('a domain is trusted where it is verified and nobody has looked at its records', () => {
  expect(isTrusted({ state: 'verified', checkedAt: null })).toBe(true)
  expect(isTrusted({ state: 'verified', checkedAt: '2026-01-01T00:00:00.000Z' })).toBe(false)
  expect(isTrusted({ state: 'pending', checkedAt: null })).toBe(false)
})

test('an MX record that names a host without a public name is warned of until it is found, whatever else is wrong with it', () => {
  const local = (changes: Partial<DnsRecord>) => outcomeAdvice(record({ value: '10 vm', ...changes }))

  for (const outcome of [null, 'nxdomain', 'conflicting_mx'] as const) {
    expect(local({ outcome })).toMatch(/^vm is no public name: .*MX_HOST\.$/)
  }
  expect(local({ outcome: 'ok' })).toBeNull()
  expect(outcomeAdvice(record({}))).toBeNull()
  expect(outcomeAdvice(record({ type: 'TXT', value: 'inlet-verification=0123' }))).toBeNull()
})
