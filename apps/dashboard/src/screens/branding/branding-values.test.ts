import type { Service } from '@inlet/contract'
import { expect, test } from 'vitest'
import { changedNames, changesOf, shownOf, valuesOf } from './branding-values.ts'

const service: Service = {
  id: '01JD3Q7Z5V8XK2M4N6P8R0T2W4',
  name: 'Acme',
  accentColor: '#4338ca',
  theme: 'auto',
  locale: 'en',
  logoUrl: null,
  retentionDays: 7,
  accessLock: { enabled: false },
  plan: 'free',
  createdAt: '2026-11-01T00:00:00.000Z',
}

test('what nobody has changed is not sent, nor is white space around the name', () => {
  expect(changesOf(valuesOf(service), service)).toEqual({})
  expect(changesOf({ ...valuesOf(service), name: ' Acme ' }, service)).toEqual({})
  expect(changesOf({}, service)).toEqual({})
})

test('each changed field is sent, and named', () => {
  const values = { name: 'Ada', accentColor: '#000000', theme: 'dark', locale: 'de', logo: 'data:,' } as const

  expect(changesOf(values, service)).toEqual(values)
  expect(changedNames(values)).toBe('name, accent colour, colours, language, logo')
  expect(changedNames({ theme: 'dark' })).toBe('colours')
  expect(changedNames({})).toBe('')
})

test('a logo is removed only where there is one', () => {
  expect(changesOf({ logo: null }, service)).toEqual({})
  expect(changesOf({ logo: null }, { ...service, logoUrl: '/v1/public/logos/a' })).toEqual({ logo: null })
})

test('the preview shows what is typed, and in place of what is half typed what is saved', () => {
  expect(shownOf({ name: ' Ada ', accentColor: '#00000', locale: 'de' }, service)).toEqual({
    name: 'Ada',
    accentColor: '#4338ca',
    theme: 'auto',
    locale: 'de',
  })
  expect(shownOf({ name: ' ', accentColor: '#000000', theme: 'dark' }, service)).toMatchObject({
    name: 'Acme',
    accentColor: '#000000',
    theme: 'dark',
  })
})
