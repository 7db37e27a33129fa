import { Socket } from 'node:net'
import { webhookTargets } from '@inlet/core'
import type { buildConnector } from 'undici'
import { expect, test } from 'vitest'
import { BlockedAddress, DnsError, guardedConnector, hostResolver } from './http-call.ts'

/** Connects by a double that opens no socket. */
async function connectTo(
  url: string,
  { addresses, refused = [] }: { addresses: string[] | Error; refused?: string[] },
) {
  const tried: { hostname: string; servername: string | undefined }[] = []
  const connect = guardedConnector({
    targets: webhookTargets([]),
    resolve: async () => {
      if (addresses instanceof Error) throw addresses
      return addresses
    },
    connect: ({ hostname, servername }, callback) => {
      tried.push({ hostname, servername })
      if (refused.includes(hostname)) callback(new Error('refused'), null)
      else callback(null, new Socket())
    },
  })
  const { hostname, host, protocol, port } = new URL(url)
  const options: buildConnector.Options = { hostname, host, protocol, port }
  const error = await new Promise<Error | null>((resolve) => connect(options, (...[error]) => resolve(error)))
  return { tried, error }
}

test('the connection goes to the address that was checked, and the certificate is asked for the name', async () => {
  const { tried, error } = await connectTo('https://hooks.example.com/', { addresses: ['93.184.216.34'] })

  expect(error).toBeNull()
  expect(tried).toEqual([{ hostname: '93.184.216.34', servername: 'hooks.example.com' }])
})

test.each([
  ['alone', ['127.0.0.1']],
  ['beside a public one', ['93.184.216.34', '10.0.0.1']],
  ['in an IPv6 form', ['2606:4700:4700::1111', '::ffff:10.0.0.1']],
])('a name with an address that is not public is not connected to: %s', async (_, addresses) => {
  const { tried, error } = await connectTo('https://hooks.example.com/', { addresses })

  expect(error).toBeInstanceOf(BlockedAddress)
  expect(tried).toEqual([])
})

test('where an address does not answer the next one is tried, and the last error is reported', async () => {
  const addresses = ['93.184.216.34', '93.184.216.35']

  const second = await connectTo('https://hooks.example.com/', { addresses, refused: ['93.184.216.34'] })
  const none = await connectTo('https://hooks.example.com/', { addresses, refused: addresses })

  expect(second.error).toBeNull()
  expect(second.tried.map(({ hostname }) => hostname)).toEqual(addresses)
  expect(none.error?.message).toBe('refused')
})

test('a name without an address is an error of the DNS', async () => {
  const { error } = await connectTo('https://hooks.example.com/', { addresses: new DnsError('none') })

  expect(error).toBeInstanceOf(DnsError)
})

test('an address is its own, without a question to the DNS, and localhost is this machine', async () => {
  const resolve = hostResolver(['127.0.0.1:9'])

  expect(await resolve('192.0.2.1')).toEqual(['192.0.2.1'])
  expect(await resolve('[2001:db8::1]')).toEqual(['2001:db8::1'])
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1'])
})
