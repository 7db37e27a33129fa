import type { StateStore } from 'oidc-client-ts'

/**
 * Where oidc-client-ts keeps the user: in memory, and of it only the refresh token in the storage, so that a reload does not need a new login.
 * What is read back without the rest counts as expired.
 */
export function refreshTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): StateStore {
  const memory = new Map<string, string>()
  const names = (key: string) => `inlet.session.${key}`
  return {
    async set(key, value) {
      memory.set(key, value)
      const refreshToken = refreshTokenIn(value)
      if (refreshToken === null) return storage.removeItem(names(key))
      storage.setItem(names(key), JSON.stringify({ refresh_token: refreshToken }))
    },
    async get(key) {
      const known = memory.get(key)
      if (known !== undefined) return known
      const refreshToken = refreshTokenIn(storage.getItem(names(key)))
      if (refreshToken === null) return null
      return JSON.stringify({
        refresh_token: refreshToken,
        access_token: '',
        token_type: 'Bearer',
        profile: {},
        expires_at: 0,
      })
    },
    async remove(key) {
      const known = memory.get(key) ?? null
      memory.delete(key)
      storage.removeItem(names(key))
      return known
    },
    async getAllKeys() {
      return [...memory.keys()]
    },
  }
}

function refreshTokenIn(text: string | null): string | null {
  try {
    const user: unknown = text === null ? null : JSON.parse(text)
    if (typeof user !== 'object' || user === null || !('refresh_token' in user)) return null
    return typeof user.refresh_token === 'string' ? user.refresh_token : null
  } catch {
    return null
  }
}
