const keyOf = (serviceId: string) => `inlet.first-steps.${serviceId}`

/** What this browser knows of the first steps of a service: whether they were shown, or put away. */
export const firstStepsMemory = (serviceId: string): string | null => window.localStorage.getItem(keyOf(serviceId))

/** Remembers it. */
export const rememberFirstSteps = (serviceId: string, state: 'shown' | 'hidden'): void =>
  window.localStorage.setItem(keyOf(serviceId), state)
