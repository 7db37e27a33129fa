import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate, visitorHeadersOf } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('the owner extends by the wanted seconds, and by 600 without a body', async () => {
  const world = await newWorld()
  const { full, sessionToken } = await generate(world)
  const extend = (body?: object) =>
    askAsVisitor(world, `/inbox/${full}/extend`, {
      method: 'POST',
      headers: visitorHeadersOf({ session: sessionToken }),
      ...(body ? { body } : {}),
    })

  const answers = [
    await extend(),
    await extend({ extraSeconds: 60 }),
    await extend({}),
    await extend({ extraSeconds: 3600 }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(answers[0]?.body).toEqual({ data: { expiresAt: expect.stringMatching(/Z$/), ttlSecondsLeft: 0 } })
  const ends = answers.map(({ body }) => Date.parse(body.data.expiresAt))
  expect(ends.slice(1).map((end, index) => (end - Number(ends[index])) / 1000)).toEqual([60, 600, 3600])
  expect((await askAsVisitor(world, `/inbox/${full}`)).body.data.address.expiresAt).toBe(
    answers[3]?.body.data.expiresAt,
  )
})
