import { startThrowAwayMongod } from '@inlet/mongo'
import { waitFor } from '@inlet/testkit'
import { expect, inject, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { storedSubjects } from '../support/stored-subjects.ts'
import { plainMail, startWorld } from '../support/world.ts'
import { startSenders } from './senders.ts'

const settings = { SMTP_COMMIT_SECONDS: '2' }
/** The sender's time to answer, and some for a machine that has much to do. */
const budgetMs = 5_000

test('while the database is down mail is deferred at RCPT and at DATA; when it is back the same process stores the retry, once', async () => {
  await using mongod = await startThrowAwayMongod({ binary: inject('mongodBinary') })
  await using world = await startWorld({ databaseUri: mongod.uri, settings })
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'down', subject: 'While down' })
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.begin([fullAddress])

  await mongod.kill()
  client.write(`${raw}.\r\n`)
  const atData = await client.reply()
  await client.say('MAIL FROM:<a@elsewhere.example>')
  const atRecipient = await client.say(`RCPT TO:<other@${world.tenant.domain.hostname}>`)
  await mongod.restart()
  await client.say('RSET')
  const retried = await waitFor(async () => {
    await client.say('RSET')
    const answer = await client.deliver(raw, fullAddress).catch(() => null)
    return answer?.code === 250 ? answer : null
  })

  expect(atData.text).toMatch(/^451 4\.3\.0 /)
  expect(atRecipient.text).toMatch(/^451 4\.3\.0 /)
  expect(retried.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: 'While down' }])
})

test('while the database hangs a mail is answered 451 in time; afterwards a retry leaves exactly one message', async () => {
  await using mongod = await startThrowAwayMongod({ binary: inject('mongodBinary') })
  await using world = await startWorld({ databaseUri: mongod.uri, settings })
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'hanging', subject: 'While hanging' })
  await using client = await smtpClient(world.smtpPort ?? 0)
  await using other = await smtpClient(world.smtpPort ?? 0)
  await client.begin([fullAddress])
  await other.say('MAIL FROM:<a@elsewhere.example>')

  mongod.freeze()
  const frozenAt = performance.now()
  client.write(`${raw}.\r\n`)
  other.write(`RCPT TO:<unknown@${world.tenant.domain.hostname}>\r\n`)
  const [atData, atRecipient] = await Promise.all([client.reply(), other.reply()])
  const answeredAfterMs = performance.now() - frozenAt
  mongod.thaw()
  const retried = await waitFor(async () => {
    await client.say('RSET')
    const answer = await client.deliver(raw, fullAddress).catch(() => null)
    return answer?.code === 250 ? answer : null
  })

  expect(atData.text).toMatch(/^451 4\.3\.0 /)
  expect(atRecipient.text).toMatch(/^451 4\.3\.0 /)
  expect(answeredAfterMs).toBeLessThan(budgetMs)
  expect(retried.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: 'While hanging' }])
})

test('when the database is killed under load, every acknowledged mail is stored, and after the retries every mail is stored once', async () => {
  await using mongod = await startThrowAwayMongod({ binary: inject('mongodBinary') })
  await using world = await startWorld({ databaseUri: mongod.uri, settings })
  const { fullAddress } = await world.address('code')
  const senders = startSenders({ port: () => world.smtpPort ?? 0, to: fullAddress, connections: 4, mailsEach: 40 })
  await waitFor(() => senders.acknowledged.size >= 30)

  await mongod.kill()
  const atKill = new Set(senders.acknowledged)
  await mongod.restart()
  const stored = await waitFor(() => subjectsStored())
  await senders.done

  async function subjectsStored(): Promise<string[] | null> {
    try {
      return await storedSubjects(world.deps.db)
    } catch {
      return null
    }
  }
  expect(atKill.size).toBeLessThan(160)
  expect(stored).toEqual(expect.arrayContaining([...atKill]))
  expect((await waitFor(() => subjectsStored())).sort()).toEqual([...senders.acknowledged].sort())
  expect(senders.acknowledged.size).toBe(160)
  expect(senders.permanent).toEqual([])
})
