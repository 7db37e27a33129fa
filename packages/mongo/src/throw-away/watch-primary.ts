import { MongoClient } from 'mongodb'

/** Who takes the writes of a set, as a driver sees it: a port of 127.0.0.1, or null while there is nobody. */
export type PrimaryWatch = { readonly port: number | null; stop(): Promise<void> }

/** A primary that is frozen is missed after the sum of both. */
const heartbeatMs = 500
const answerLimitMs = 1_000

/** Watches a set until it is stopped; `onChange` hears of every other primary, and of there being none. */
export async function watchPrimary(uri: string, onChange: (port: number | null) => void): Promise<PrimaryWatch> {
  const client = new MongoClient(uri, { heartbeatFrequencyMS: heartbeatMs, connectTimeoutMS: answerLimitMs })
  let port: number | null = null
  client.on('topologyDescriptionChanged', ({ newDescription }) => {
    const primary = [...newDescription.servers.values()].find(({ type }) => type === 'RSPrimary')
    const found = primary?.hostAddress.port ?? null
    if (found === port) return
    port = found
    onChange(found)
  })
  await client.connect()
  return {
    get port() {
      return port
    },
    stop: () => client.close(true),
  }
}
