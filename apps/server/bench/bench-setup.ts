import { startLocalMongod } from '@inlet/mongo'
import { putLoad } from './put-load.ts'
import { type ServedProduct, serveProduct } from './served-product.ts'

/** What every measurement needs: a folder for data and logs, the mongod binary, and whether to write profiles. */
export interface BenchSetup {
  folder: string
  binary: string
  isProfiled: boolean
}

/** Runs `work` with a new empty database, and the id of its process. */
export async function withDatabase(
  { folder, binary }: BenchSetup,
  work: (databaseUri: string, databasePid: number) => Promise<void>,
) {
  const mongod = await startLocalMongod({ dataDir: folder, binary })
  try {
    await work(Object.assign(new URL(mongod.uri), { pathname: '/bench' }).href, mongod.pid)
  } finally {
    await mongod.stop()
  }
}

/** Runs `work` with a server on a database, and stops the server afterwards. */
export async function withProduct(
  {
    folder,
    isProfiled,
    databaseUri,
    settings,
    preloads,
  }: Omit<BenchSetup, 'binary'> & { databaseUri: string; settings?: Record<string, string>; preloads?: string[] },
  work: (product: ServedProduct) => Promise<void>,
): Promise<void> {
  const product = await serveProduct({ databaseUri, folder, isProfiled, settings, preloads })
  try {
    await work(product)
  } finally {
    await product.stop()
  }
}

/** Sends mails so that hot code is compiled and the caches have the inboxes. */
export async function warmUp({ demo }: ServedProduct): Promise<void> {
  const load = { connections: 20, mail: 'code' as const, seconds: 4, inboxes: 100 }
  await putLoad({ ...demo.smtp, ...load, hostname: demo.domain.hostname })
}
