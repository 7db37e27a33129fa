import { type BenchSetup, withDatabase, withProduct } from '../bench-setup.ts'
import { afterAnswerLine, manyTestsLine } from '../table-lines.ts'
import { writeResults } from '../write-results.ts'
import { measureAfterAnswer } from './after-answer.ts'
import { measureManyTests } from './many-tests.ts'

const samples = 1_000
const usualRounds = 20

/** `@inlet/client`: how soon a code is there after the server's answer, or with `tests` how many of 200 tests at a time fail. */
export async function runClient(setup: BenchSetup, [part, rounds]: string[]): Promise<void> {
  if (part !== undefined && part !== 'tests') throw new Error(`client has the part tests, and not ${part}`)
  await withDatabase(setup, async (databaseUri) => {
    await withProduct({ ...setup, databaseUri }, async (product) => {
      if (part === undefined) {
        const afterAnswer = await measureAfterAnswer(product, samples)
        console.table(afterAnswer.map(afterAnswerLine))
        return await writeResults({ afterAnswer })
      }
      const manyTests = await measureManyTests(product, rounds === undefined ? usualRounds : Number(rounds))
      console.table([manyTestsLine(manyTests)])
      if (manyTests.failed > 0) process.exitCode = 1
      await writeResults({ manyTests })
    })
  })
}
