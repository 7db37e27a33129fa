import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { type Command, watchKeys } from './watch-keys.ts'

interface Registry {
  add: (commands: () => readonly Command[]) => () => void
  all: () => readonly Command[]
}

const Current = createContext<Registry | null>(null)

/** Collects the commands of what is shown, and listens for their keys. */
export function CommandsProvider({ children }: { children: ReactNode }) {
  const sources = useRef(new Set<() => readonly Command[]>()).current
  const registry = useMemo<Registry>(
    () => ({
      add(source) {
        sources.add(source)
        return () => void sources.delete(source)
      },
      all: () => [...sources].flatMap((source) => source()),
    }),
    [sources],
  )
  useEffect(() => watchKeys(document, registry.all), [registry])
  return <Current value={registry}>{children}</Current>
}

function useRegistry(): Registry {
  const registry = use(Current)
  if (!registry) throw new Error('There are no commands around this')
  return registry
}

/** Offers commands while the component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const { add } = useRegistry()
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  useEffect(() => add(() => latest.current), [add])
}

/** All commands of this moment. */
export const useAllCommands = () => useRegistry().all
