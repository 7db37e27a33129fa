import * as contract from '@inlet/contract'
import { addressBlock, canonicalIp, html, ipList, readTraceparent, requestedHost } from '@inlet/runtime'
import { findOverlinear, growthTimeoutMs } from '@inlet/testkit'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

vi.setConfig({ testTimeout: growthTimeoutMs })

const readers: Record<string, (text: string) => unknown> = {
  asciiLowerCase: contract.asciiLowerCase,
  asciiUpperCase: contract.asciiUpperCase,
  contrast: (text) => [contract.contrast(text, '#ffffff'), contract.contrast('#ffffff', `#${text}`)],
  foldEmail: (text) => [
    contract.foldEmail(text),
    contract.foldEmail(`${text}@a.example`),
    contract.foldEmail(`a@${text}`),
  ],
  foldDomainName: (text) => [contract.foldDomainName(text), contract.foldDomainName(`*.${text}`)],
  foldHostname: contract.foldHostname,
  isAtUnnamedHost: (text) => [contract.isAtUnnamedHost(`${text}@a`), contract.isAtUnnamedHost(`a@${text}`)],
  isDetailCode: contract.isDetailCode,
  isPublicName: (text) => [contract.isPublicName(text), contract.isPublicName(`a.${text}`)],
  isUlid: contract.isUlid,
  isWildcard: contract.isWildcard,
  mailHost: (text) => [contract.mailHost(text), contract.mailHost(`a@${text}`)],
  parseMailAddress: (text) => [contract.parseMailAddress(text), contract.parseMailAddress(`${text}@a.example`)],
  reportAccent: (text) => [contract.reportAccent(text), contract.reportAccent(`#${text}`)],
  textColourOn: (text) => [contract.textColourOn(text), contract.textColourOn(`#${text}`)],
  zoneNameOf: (text) => [contract.zoneNameOf(text), contract.zoneNameOf(`*.${text}`)],
}
/** Of our own values. */
const others = ['AppError', 'detailCodesOf', 'rateLimitHeaders', 'roleIncludes', 'scopeIncludes']
const words = ['@', 'a.', 'xn--', '+', '=', 'include', 'links,', '2026-11-23T00:00:00.000Z', '01J']

test('every exported function that takes text is measured', () => {
  const functions = Object.entries(contract).filter(([, value]) => typeof value === 'function')

  expect(functions.map(([name]) => name).sort()).toEqual([...Object.keys(readers), ...others].sort())
})

test.each(Object.entries(readers))('%s takes linear time, whatever the text', (_, read) => {
  expect(findOverlinear(read, words)).toBeNull()
})

const isLocal = ipList(['127.0.0.0/8', '::1'])
const headerReaders: Record<string, (text: string) => unknown> = {
  addressBlock: (text) => addressBlock(`${text}:`),
  canonicalIp: (text) => canonicalIp(`:${text}`),
  html: (text) => html`<p>${text}</p>`,
  ipList: isLocal,
  readTraceparent: (text) => [readTraceparent(text), readTraceparent(`00-${text}`)],
  requestedHost: (text) => [requestedHost(text), requestedHost(`[${text}`), requestedHost(`a.example:${text}`)],
}

test.each(Object.entries(headerReaders))('%s takes linear time, whatever a header says', (_, read) => {
  expect(findOverlinear(read, ['00-', 'ffff', '::', '%', '1.2.3.4', '<p>', '&amp;'])).toBeNull()
})

describe('every exported schema takes linear time, whatever the text in each of its fields', () => {
  const schemas = Object.entries(contract).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [{ name, schema: value }] : [],
  )

  test.each(schemas)('$name', ({ schema }) => {
    const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    const inputOf = (text: string) => (keys.length === 0 ? text : Object.fromEntries(keys.map((key) => [key, text])))

    expect(findOverlinear((text) => schema.safeParse(inputOf(text)), words)).toBeNull()
  })
})
