import { dayMs } from '@inlet/contract'
import { rawMail, rawMailNames } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'

const newWorld = sharedServer()

test('every raw mail of the corpus is accepted over SMTP, and is in list and detail', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  await using client = await smtpClient(world.smtpPort ?? 0)

  for (const name of rawMailNames) {
    const answer = await client.deliver(rawMail(name), `${name}@${hostname}`)
    expect(answer.code, name).toBe(250)
    const [item, ...more] = await world.messagesOf(`${name}@${hostname}`)
    const detail = await world.call(`/v1/messages/${item?.id}`)

    expect(more, name).toEqual([])
    expect(item, name).toMatchObject({ sizeBytes: rawMail(name).length, toAddr: `${name}@${hostname}` })
    expect(item?.tags, name).not.toContain('malformed')
    expect(detail.status, name).toBe(200)
    expect(detail.body.data, name).toMatchObject({ id: item?.id, subject: item?.subject, preview: item?.preview })
    expect([item?.subject, item?.preview, detail.body.data.textBody].join(), name).not.toMatch(/\0|\uFFFD/)
  }
})

test('list and detail have the facts of a verification mail', async () => {
  const world = await newWorld()
  const { id: addressId, fullAddress } = await world.address('code')

  await world.send(rawMail('otp-482913'), fullAddress, 'bounces@elsewhere.example')

  const [item] = await world.messagesOf(fullAddress)
  const detail = await world.call(`/v1/messages/${item?.id}`)
  expect(item).toMatchObject({ addressId, otpCode: '482913', isRead: false, toAddr: fullAddress })
  expect(item?.tags).toEqual([...(item?.tags ?? [])].sort())
  expect(item?.tags).toContain('otp')
  expect(item?.preview.length).toBeLessThanOrEqual(200)
  expect(detail.body.data.textBody).toContain('482913')
  expect(detail.body.data.htmlBody).toContain('482913')
  expect(Date.parse(item?.expiresAt ?? '') - Date.parse(item?.receivedAt ?? '')).toBe(7 * dayMs)
})

test('sender, subject, code and tags are read from the mail, whatever its charset', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const messageOf = async (name: string) => {
    await world.send(rawMail(name), `${name}@${hostname}`, 'envelope@elsewhere.example')
    const [item] = await world.messagesOf(`${name}@${hostname}`)
    return item
  }

  expect(await messageOf('plain-text')).toMatchObject({ fromAddr: expect.not.stringContaining('envelope') })
  expect(await messageOf('no-from')).toMatchObject({ fromAddr: 'relay@host.example', fromName: '' })
  expect(await messageOf('no-headers')).toMatchObject({ fromAddr: 'envelope@elsewhere.example', fromName: '' })
  expect((await messageOf('otp-google-style'))?.otpCode).toMatch(/^\d{6}$/)
  expect((await messageOf('attachment'))?.tags).toContain('attachment')
  expect((await messageOf('newsletter'))?.tags).toContain('bulk')
  expect((await messageOf('auto-reply'))?.tags).toContain('auto')
  expect((await messageOf('bounce'))?.tags).toContain('bounce')
  expect((await messageOf('koi8-r'))?.subject).toMatch(/\p{Script=Cyrillic}/u)
  expect((await messageOf('iso-2022-jp'))?.subject).toMatch(/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u)
})
