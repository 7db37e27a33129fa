import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

test('an extension needs no body, and sets expiresAt to ten years from now and ten minutes; another adds ten minutes', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { id, expiresAt } = await world.address('code')
  world.clock.advance(dayMs)
  const { token } = await person(world, { role: 'admin' })
  const extend = (how = {}) => world.call(`/v1/addresses/${id}/extend`, { method: 'POST', token, ...how })

  const first = await extend()
  const second = await extend({ body: { id: 'another' } })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body).toEqual({ data: { expiresAt: expect.stringMatching(/Z$/) } })
  const [before, once, twice] = [expiresAt, first.body.data.expiresAt, second.body.data.expiresAt].map(Date.parse)
  expect(Math.abs(Number(once) - Number(before) - dayMs - 600_000)).toBeLessThan(10_000)
  expect(Number(twice) - Number(once)).toBe(600_000)
})
