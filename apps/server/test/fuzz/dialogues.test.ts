import { hostileMailNames, hostileMails, rawMail, rawMailNames } from '@inlet/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dotStuffed } from '../support/smtp-client.ts'
import { oddDialogues, say } from './dialogues.ts'
import { startFuzzWorld } from './fuzz-world.ts'
import { anyDialogue } from './random-dialogues.ts'

test('every odd dialogue of the corpus ends as it must, and nothing is stored but what was acknowledged', async () => {
  await using world = await startFuzzWorld()
  const wrong: Record<string, string[]> = {}

  for (const dialogue of oddDialogues) {
    const errors = await world.checkOdd(dialogue)
    if (errors.length > 0) wrong[dialogue.name] = errors
  }

  expect(wrong).toEqual({})
})

test('every odd mail of the corpus is acknowledged and stored byte for byte', async () => {
  await using world = await startFuzzWorld({ maxBytes: 8 * 1_048_576 })
  const mails = [
    ...rawMailNames.map((name) => ({ name, raw: rawMail(name) })),
    ...hostileMailNames.map((name) => ({ name, raw: hostileMails[name](10_000) })),
  ]
  const wrong: Record<string, string[]> = {}

  for (const { name, raw } of mails) {
    const words = ['EHLO c.test\r\n', 'MAIL FROM:<>\r\nRCPT TO:<{inbox}>\r\nRCPT TO:<{public}>\r\n', 'DATA\r\n']
    const errors = await world.checkOdd({
      name,
      steps: [...words, dotStuffed(raw).toString('latin1')].map(say),
      codes: /^220 250 250 250 250 354 250$/,
      stored: 1,
      leaves: 'reset',
    })
    if (errors.length > 0) wrong[name] = errors
  }

  expect(wrong).toEqual({})
})

test('forty random dialogues break nothing; `npm run fuzz` plays more of them', async () => {
  await using world = await startFuzzWorld()
  let played = 0

  // fast-check names the seed of a failure, with which `npm run fuzz -- --seed` repeats it.
  await fc.assert(
    fc.asyncProperty(anyDialogue, async (dialogue) => {
      expect(await world.check(dialogue)).toEqual([])
      played += 1
    }),
    // An error that costs a reply in every dialogue makes shrinking slow: the best counterexample found in time is reported.
    { numRuns: 40, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  )

  expect(played).toBe(40)
}, 120_000)
