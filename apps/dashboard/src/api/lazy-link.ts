import type { AppRouter } from '@inlet/api'
import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'

/** A link that is loaded with the first call that takes it. */
export function lazyLink(load: () => Promise<TRPCLink<AppRouter>>): TRPCLink<AppRouter> {
  return (runtime) => {
    const loaded: { link: Promise<ReturnType<TRPCLink<AppRouter>>> | null } = { link: null }
    return (call) =>
      observable((observer) => {
        let stop = () => {}
        let isStopped = false
        loaded.link ??= load().then((link) => link(runtime))
        loaded.link.then(
          (link) => {
            if (!isStopped) stop = link(call).subscribe(observer).unsubscribe
          },
          (error: unknown) => {
            loaded.link = null
            observer.error(TRPCClientError.from(error instanceof Error ? error : new Error(String(error))))
          },
        )
        return () => {
          isStopped = true
          stop()
        }
      })
  }
}
