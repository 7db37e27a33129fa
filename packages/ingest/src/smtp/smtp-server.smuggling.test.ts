import { smugglingEndings } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { startServer } from '../../test/started-server.ts'

const smuggled = 'MAIL FROM:<evil@b.example>\r\nRCPT TO:<code@inlet.example>\r\nDATA\r\nSubject: Smuggled\r\n'
const carriers = smugglingEndings.map((ending) => `Subject: Carrier\r\n\r\nBefore${ending}${smuggled}`)
// A dot at the start of a line is what the sender stuffed.
const received = carriers.map((carrier) => carrier.replace(/(^|\r\n)\./, '$1'))

test.for([
  ['plain', 'one chunk'],
  ['plain', 'byte by byte'],
  ['TLS', 'one chunk'],
  ['TLS', 'byte by byte'],
] as const)('no smuggling ending ends a mail: %s, %s', async ([channel, pieces]) => {
  await using server = await startServer()
  await using peer = await server.peer()
  if (channel === 'TLS') {
    await peer.startTls()
    await peer.say('EHLO client.test')
  }

  for (const carrier of carriers) {
    await peer.begin()
    const bytes = Buffer.from(`${carrier}.\r\n`, 'latin1')
    if (pieces === 'one chunk') await peer.write(bytes)
    else for (const byte of bytes) await peer.write(Buffer.of(byte))
    expect(await peer.reply(), JSON.stringify(carrier)).toMatch(/^250 /)
  }

  expect(await peer.say('NOOP')).toMatch(/^250 /)
  expect(server.taken.map(({ raw }) => raw.toString('latin1'))).toEqual(received)
})
