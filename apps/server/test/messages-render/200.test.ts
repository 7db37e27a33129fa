import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer()

const mail = [
  'From: Shop <no-reply@shop.example>',
  'Subject: Your code is 482913',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Your code is <b>482913</b>.</p><script>steal()</script><img src="https://tracker.example/x.png">',
  '<a href="https://shop.example/verify" onclick="steal()">Verify</a>',
  '',
].join('\r\n')

test('a message is a safe document in the theme of its service, with its links, and stays unread', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(mail, fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const { token } = await person(world, { role: 'admin' })
  const render = () => world.call(`/v1/messages/${item?.id}/render`, { token })
  const withTheme = async (theme: string) => {
    await world.call(`/v1/services/${world.tenant.serviceId}`, { method: 'PATCH', token, body: { theme } })
    return render()
  }

  const dark = await withTheme('dark')
  const light = await withTheme('light')

  expect(dark.status).toBe(200)
  expect(dark.body).toEqual({
    data: {
      html: expect.stringContaining('482913'),
      links: [{ url: 'https://shop.example/verify', host: 'shop.example', text: 'Verify' }],
      blockedLoads: 1,
    },
  })
  expect(dark.body.data.html).toMatch(/^<!doctype html>/i)
  expect(dark.body.data.html).not.toMatch(/steal|tracker\.example|<script/)
  expect(light.body.data.html).not.toBe(dark.body.data.html)
  expect((await render()).body).toEqual(light.body)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})
