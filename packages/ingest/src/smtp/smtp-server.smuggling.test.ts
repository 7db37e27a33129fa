import { expect, test } from 'vitest'
import { startServer } from '../../test/started-server.ts'

// RFC 5321 §2.3.8, §4.1.1.4: what another server may take for the end of a mail.
const endings = [
  '\n.\n',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r',
  '\r.\r\n',
  '\r\n.\r',
  '\n.\r',
  '\r.\n',
  '\r\n.\0\r\n',
  '\r\n\0.\r\n',
  '\r\n.\0\n',
  '\n\r.\r\n',
]
const smuggled = 'MAIL FROM:<evil@b.example>\r\nRCPT TO:<code@inlet.example>\r\nDATA\r\nSubject: Smuggled\r\n'
const carriers = endings.map((ending) => `Subject: Carrier\r\n\r\nBefore${ending}${smuggled}`)
// A dot at the start of a line is what the sender stuffed.
const received = carriers.map((carrier) => carrier.replace(/(^|\r\n)\./, '$1'))

test.for([
  ['plain', 'one chunk'],
  ['plain', 'byte by byte'],
  ['TLS', 'one chunk'],
  ['TLS', 'byte by byte'],
] as const)('no odd ending ends a mail: %s, %s', async ([channel, pieces]) => {
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
