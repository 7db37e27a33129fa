import type { AppRouter } from '@inlet/api'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { World } from './world.ts'

/** The typed client as the dashboard has it: calls of one moment go out as one batch. */
export function rpcClient(world: World, headers: Record<string, string>) {
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${world.baseUrl}/trpc`, headers })] })
}

export type RpcClient = ReturnType<typeof rpcClient>
