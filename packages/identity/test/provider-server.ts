import { createServer } from 'node:http'
import {
  connectDatabase,
  type Deps,
  ensureCollections,
  insertAccount,
  processMemory,
  rateLimiter,
  unlimitedPlans,
} from '@inlet/core'
import { createLog, createMetrics, idSource } from '@inlet/runtime'
import { emptiedDatabase, testClock } from '@inlet/testkit'
import { hashPassword } from '../src/passwords/password-hash.ts'
import { embeddedProvider } from '../src/provider/embedded-provider.ts'
import type { LoginLimits } from '../src/provider/login-guard.ts'

export const password = 'correct horse battery'

interface ServerOptions {
  /** The database of another server: then both are processes of one service. */
  databaseUri?: string
  /** What its users call it, where that is not its own address. */
  publicUrl?: string
  loginLimits?: LoginLimits
}

/** A database of its own, open as the program opens it. */
export async function openDatabase(databaseUri?: string) {
  const database = databaseUri ? null : await emptiedDatabase(ensureCollections)
  const uri = databaseUri ?? database?.uri ?? ''
  const db = await connectDatabase(uri)
  const clock = testClock()
  const deps: Deps = { db, clock, ...idSource(clock), plans: unlimitedPlans, ...processMemory(db) }
  return {
    uri,
    clock,
    deps,
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database?.[Symbol.asyncDispose]()
    },
  }
}

/**
 * The embedded provider behind a plain HTTP server on loopback; everything that is not its own path is an empty page. A request comes from
 * the client that its header `X-Client` names.
 */
export async function startProvider(options: ServerOptions = {}) {
  const opened = await openDatabase(options.databaseUri)
  const { deps, clock, uri: databaseUri } = opened
  const lines: string[] = []
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url?.startsWith('/oidc/'))
      return void provider.handle(request, response, String(request.headers['x-client'] ?? '192.0.2.7'))
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const provider = embeddedProvider({
    deps,
    rateLimiter: rateLimiter(deps),
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    metrics: createMetrics().access,
    publicUrl: options.publicUrl ?? baseUrl,
    audience: 'inlet-api',
    clientId: 'inlet-dashboard',
    redirectUris: [],
    loginLimits: options.loginLimits ?? { triesPerIp: 30, triesPerAccountAndIp: 10, triesPerAccount: 50 },
  })

  return {
    deps,
    clock,
    provider,
    baseUrl,
    databaseUri,
    /** The log so far, a line an entry. */
    lines,
    /** Every request that came, verb and path. */
    asked,
    async account(email: string, name: string | null = null) {
      const passwordHash = await hashPassword(password)
      return insertAccount(deps, { email, passwordHash, name, isEmailVerified: true })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await opened[Symbol.asyncDispose]()
    },
  }
}

export type ProviderServer = Awaited<ReturnType<typeof startProvider>>
