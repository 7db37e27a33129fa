import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { ListenError, listening } from './listen-error.ts'
import { startError } from './start-error.ts'

const systemError = (code: string, syscall = 'listen') => Object.assign(new Error(code), { code, syscall })

test.each([
  [
    'EACCES',
    'listen',
    '0.0.0.0:25 is not for this user. Ports below 1024 need root or the capability CAP_NET_BIND_SERVICE: grant it, or set SMTP_PORT to another port.',
  ],
  [
    'EADDRNOTAVAIL',
    'listen',
    '0.0.0.0 is not an address of this machine. Set SMTP_HOST to one that is, or to 0.0.0.0 for all of them.',
  ],
  ['ENOTFOUND', 'getaddrinfo', 'The name 0.0.0.0 is not known here. Set SMTP_HOST to an address of this machine.'],
  [
    'EAFNOSUPPORT',
    'listen',
    '0.0.0.0:25 cannot be listened on (EAFNOSUPPORT). Set SMTP_HOST and SMTP_PORT to an address and a free port of this machine.',
  ],
])('where listening ends with %s, a start says which setting to change', async (code, syscall, sentence) => {
  const error = await listening({ server: 'SMTP', host: '0.0.0.0', port: 25 }, () =>
    Promise.reject(systemError(code, syscall)),
  ).catch((error: unknown) => error)

  expect(error).toBeInstanceOf(ListenError)
  expect(startError(error)).toBe(sentence)
})

test('a port that is taken is reported with the setting of the server', async () => {
  await using taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const place = { server: 'METRICS', host: '127.0.0.1', port } as const

  const error = listening(place, async () => {
    const server = createServer()
    server.listen({ host: place.host, port })
    await once(server, 'listening')
  })

  await expect(error).rejects.toThrow(
    `127.0.0.1:${port} is taken by another program. End it, or set METRICS_PORT to another port.`,
  )
})

test('any other error is passed on', async () => {
  const bug = new TypeError('a bug')

  await expect(listening({ server: 'HTTP', host: '::', port: 0 }, () => Promise.reject(bug))).rejects.toBe(bug)
})
