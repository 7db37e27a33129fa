import { Resolver } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { fakeDns } from './fake-dns.ts'

const patient = { timeout: 5_000, tries: 3 }
const hasty = { timeout: 300, tries: 1 }

function resolverAt(server: string, patience: typeof patient): Resolver {
  const resolver = new Resolver(patience)
  resolver.setServers([server])
  return resolver
}

test('node:dns gets the records of the zone, and every question is recorded', async () => {
  await using dns = await fakeDns({
    'TXT a.test': { TXT: ['x'.repeat(600), 'short'] },
    'A a.test': { A: ['192.0.2.7'] },
    'AAAA a.test': { AAAA: ['2001:db8::7', '::1'] },
    'MX a.test': { MX: [[5, 'mx.a.test']] },
    'PTR 7.2.0.192.in-addr.arpa': { PTR: ['a.test'] },
  })
  const resolver = resolverAt(dns.server, patient)

  expect((await resolver.resolveTxt('A.test')).map((pieces) => pieces.join(''))).toEqual(['x'.repeat(600), 'short'])
  expect(await resolver.resolve4('a.test')).toEqual(['192.0.2.7'])
  expect(await resolver.resolve6('a.test')).toEqual(['2001:db8::7', '::1'])
  expect(await resolver.resolveMx('a.test')).toMatchObject([{ priority: 5, exchange: 'mx.a.test' }])
  expect(await resolver.reverse('192.0.2.7')).toEqual(['a.test'])
  expect(dns.asked).toEqual(['TXT a.test', 'A a.test', 'AAAA a.test', 'MX a.test', 'PTR 7.2.0.192.in-addr.arpa'])
})

test('a retransmitted question counts once, a repeated one counts again', async () => {
  await using dns = await fakeDns({ 'TXT silent.test': 'silence' })
  const resolver = resolverAt(dns.server, { timeout: 50, tries: 3 })

  await expect(resolver.resolveTxt('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  const once = [...dns.asked]
  await expect(resolver.resolveTxt('silent.test')).rejects.toMatchObject({ code: 'ETIMEOUT' })

  expect(once).toEqual(['TXT silent.test'])
  expect(dns.asked).toEqual(['TXT silent.test', 'TXT silent.test'])
})

test('every error of a name server can be simulated', async () => {
  await using dns = await fakeDns({
    'TXT none.test': 'NODATA',
    'TXT broken.test': 'SERVFAIL',
    'TXT refused.test': 'REFUSED',
    'TXT silent.test': 'silence',
    'TXT late.test': { afterMs: 5_000, reply: { TXT: ['late'] } },
  })
  const codes = {
    none: 'ENODATA',
    broken: 'ESERVFAIL',
    refused: 'EREFUSED',
    silent: 'ETIMEOUT',
    late: 'ETIMEOUT',
    gone: 'ENOTFOUND',
  }

  for (const [name, code] of Object.entries(codes)) {
    const resolver = resolverAt(dns.server, code === 'ETIMEOUT' ? hasty : patient)
    await expect(resolver.resolveTxt(`${name}.test`), name).rejects.toMatchObject({ code })
  }
})

test('a truncated answer comes by TCP, and an answer may change', async () => {
  await using dns = await fakeDns({ 'TXT a.test': { truncated: { TXT: ['by tcp'] } } })
  const resolver = resolverAt(dns.server, patient)

  const before = await resolver.resolveTxt('a.test')
  dns.answer('TXT a.test', { TXT: ['new'] })

  expect(before).toEqual([['by tcp']])
  expect(await resolver.resolveTxt('a.test')).toEqual([['new']])
})
