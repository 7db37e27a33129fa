import { hostileSettings, measureDots, measureFairness, measureHostile, measureIdle } from './hostile.ts'
import type { ServedProduct } from './served-product.ts'
import { type Stage, warmUp, withDatabase, withProduct } from './stage.ts'
import { hostileLine } from './table-lines.ts'
import { writeResults } from './write-results.ts'

const idleConnections = 5_000

/** What hostile senders and mails do to the server; `wanted` picks the inputs with that in their name, and then nothing else is measured. */
export async function runHostile(stage: Stage, wanted: string): Promise<void> {
  await withDatabase(stage, async (databaseUri) => {
    const served = { ...stage, databaseUri, settings: hostileSettings }
    // A server of its own: five thousand connections leave a larger process behind.
    if (wanted === '') {
      await withProduct(served, async (product) => {
        // What each costs says nothing here: a server that has just started still holds more than they take.
        const { connections, rssMb } = await measureIdle(product, idleConnections)
        console.table([{ connections, rssMb }])
      })
    }
    await withProduct(served, (product) => measureHostility(product, wanted))
  })
}

async function measureHostility(product: ServedProduct, wanted: string): Promise<void> {
  await warmUp(product)
  const hostile = await measureHostile(product, wanted, (input) => console.log(input))
  console.table(hostile.map(hostileLine))
  if (wanted !== '') return

  const dots = await measureDots(product)
  const fairness = await measureFairness(product)
  for (const row of [dots, fairness]) console.table([row])
  await writeResults({ hostile, dots, fairness })
}
