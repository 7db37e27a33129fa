const storageKey = 'inlet.last-service'

/** The service that was shown last in this browser. */
export const lastService = (): string | null => window.localStorage.getItem(storageKey)

/** Remembers the service that is shown. */
export const rememberService = (id: string): void => window.localStorage.setItem(storageKey, id)
