import { unpackSummary } from '@inlet/core'
import { unpackContent } from '@inlet/mail'
import Fastify from 'fastify'
import { type Document, MongoClient } from 'mongodb'

const listFields = { addressId: 1, expiresAt: 1, isRead: 1, otpCode: 1, receivedAt: 1, summary: 1 }
const detailFields = { ...listFields, content: 1 }

function itemOf({ _id, summary, ...rest }: Document) {
  return { id: _id, ...rest, ...unpackSummary(summary), createdAt: rest.receivedAt }
}

function detailOf({ _id, summary, content, ...rest }: Document) {
  const { textBody, htmlBody } = unpackContent(content)
  return { id: _id, ...rest, ...unpackSummary(summary), textBody, htmlBody }
}

/** The raw bound of reading, in a process of its own: the same bytes from the same collection with Fastify and the driver alone. */
async function serve(databaseUri: string): Promise<number> {
  const messages = (await MongoClient.connect(databaseUri)).db().collection<{ _id: string }>('messages')
  const app = Fastify({ logger: false })
  app.get<{ Params: { addressId: string } }>('/list/:addressId', async ({ params }, reply) => {
    const found = await messages
      .find({ addressId: params.addressId }, { projection: listFields })
      .sort({ _id: -1 })
      .limit(50)
      .toArray()
    const body = JSON.stringify({ data: found.map(itemOf), meta: { cursor: '', hasMore: true } })
    return reply.header('content-type', 'application/json; charset=utf-8').send(body)
  })
  app.get<{ Params: { id: string } }>('/detail/:id', async ({ params }, reply) => {
    const found = await messages.findOne({ _id: params.id }, { projection: detailFields, promoteBuffers: true })
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ data: found && detailOf(found) }))
  })
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
}

process.once('message', (databaseUri: string) => {
  void serve(databaseUri).then((port) => process.send?.(port))
})
