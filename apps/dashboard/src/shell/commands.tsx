import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { watchKeys } from './watch-keys.ts'

/** Something that the user can do now: by the palette, and by its keys if it has some. */
export interface Command {
  name: string
  group: 'Go to' | 'This page' | 'Services' | 'Session'
  /** One key, or two that are pressed one after the other: `?`, `g k`. */
  keys?: string
  run: () => void
}

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
