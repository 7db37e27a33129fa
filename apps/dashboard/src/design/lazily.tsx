import { type ComponentType, createElement, lazy, Suspense } from 'react'

/**
 * A component whose file is loaded when it is first shown: dialogs with forms, charts. Nothing is in its place until then.
 * @param name of the export
 */
export function lazily<P extends object, Name extends string>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
): ComponentType<P> {
  const Loaded: ComponentType<P> = lazy(
    async (): Promise<{ default: ComponentType<P> }> => ({ default: (await load())[name] }),
  )
  return (props) => <Suspense>{createElement(Loaded, props)}</Suspense>
}
