import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { freshDatabase, watchSockets } from '@inlet/testkit'
import { MongoClientClosedError } from 'mongodb'
import { expect, test } from 'vitest'
import { connectDatabase } from './connect.ts'

/** More than the buffers of two sockets hold. */
const large = Buffer.alloc(8_000_000)
/** More than the driver's monitors ever send. */
const beginningBytes = 50_000

/** A TCP relay to the database that can be stopped and cut, as a network can. */
interface Way extends AsyncDisposable {
  uri: string
  /** Stops forwarding from the client; resolves with the connection that has begun to send something large. */
  hold(): Promise<Socket>
  /** Ends the connections in order. */
  hangUp(): void
}

async function wayTo(database: string): Promise<Way> {
  const { hostname, port } = new URL(database)
  const connected = new Set<Socket>()
  const relay = createServer((near) => {
    const far = dial(Number(port), hostname)
    near.pipe(far).on('error', () => near.destroy())
    far.pipe(near).on('error', () => far.destroy())
    connected.add(near)
    near.once('close', () => {
      connected.delete(near)
      far.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()

  const uri = new URL(database)
  uri.port = String(typeof address === 'object' && address?.port)
  uri.searchParams.set('directConnection', 'true')
  return {
    uri: uri.href,
    hold: () =>
      new Promise((resolve) => {
        for (const near of connected) {
          let bytes = 0
          near
            .unpipe()
            .on('data', (chunk) => {
              bytes += chunk.length
              if (bytes > beginningBytes) resolve(near.pause())
            })
            .resume()
        }
      }),
    hangUp: () => connected.forEach((near) => near.end()),
    async [Symbol.asyncDispose]() {
      for (const near of connected) near.destroy()
      relay.close()
      await once(relay, 'close')
    },
  }
}

test('a write whose connection is reset halfway is retried, as after any network error', async () => {
  await using database = freshDatabase()
  await using way = await wayTo(database.uri)
  const db = await connectDatabase(way.uri)
  await using _client = db.client

  const connection = way.hold()
  const written = db.collection('large').insertOne({ large })
  ;(await connection).resetAndDestroy()

  await expect(written).resolves.toMatchObject({ acknowledged: true })
})

test('a write that the other side does not read fails when its connection is closed', async () => {
  await using database = freshDatabase()
  await using way = await wayTo(database.uri)
  const db = await connectDatabase(way.uri)

  const connection = way.hold()
  const written = db.collection('large').insertOne({ large })
  const refused = expect(written).rejects.toThrow(MongoClientClosedError)
  await connection
  await db.client.close()

  await refused
})

// Between the last byte of the other side and the end of a connection are some turns of the event loop.
test.each(['end', 'finish'])(
  'a read that begins at the %s of its connection is answered over another one',
  async (event) => {
    await using database = freshDatabase()
    await using way = await wayTo(database.uri)
    using watch = watchSockets()
    const db = await connectDatabase(way.uri)
    await using _client = db.client
    const toRelay = watch.sockets.filter(({ remotePort }) => remotePort === Number(new URL(way.uri).port))
    const reads: Promise<unknown>[] = []
    const read = () => reads.push(db.collection('some').findOne())
    for (const socket of toRelay) socket.prependOnceListener(event, () => process.nextTick(read))

    way.hangUp()
    await Promise.all(toRelay.map((socket) => new Promise((resolve) => socket.once('close', resolve))))

    expect(await Promise.all(reads)).toEqual(reads.map(() => null))
    expect(reads.length).toBeGreaterThan(0)
  },
)
