import { expect, test } from 'vitest'
import { refreshTokenStore } from './refresh-token-store.ts'

function memory() {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
}

const user = JSON.stringify({
  access_token: 'at',
  id_token: 'it',
  refresh_token: 'rt',
  profile: { sub: 'ada' },
  expires_at: 9,
})

test('the storage of the tab gets the refresh token alone', async () => {
  const storage = memory()
  const store = refreshTokenStore(storage)

  await store.set('user', user)

  expect([...storage.texts.values()]).toEqual(['{"refresh_token":"rt"}'])
  expect(await store.get('user')).toBe(user)
})

test('after a reload the user has a refresh token, and an access token that has expired', async () => {
  const storage = memory()
  await refreshTokenStore(storage).set('user', user)

  const read: unknown = JSON.parse((await refreshTokenStore(storage).get('user')) ?? 'null')

  expect(read).toMatchObject({ refresh_token: 'rt', access_token: '', expires_at: 0 })
})

test('a user without a refresh token, a removed one and a broken text leave nothing', async () => {
  const storage = memory()
  const store = refreshTokenStore(storage)

  await store.set('user', user)
  await store.set('user', JSON.stringify({ access_token: 'at' }))
  expect(storage.texts.size).toBe(0)
  await store.set('user', user)
  await store.remove('user')
  expect([storage.texts.size, await store.get('user')]).toEqual([0, null])
  storage.setItem('inlet.session.user', '{broken')
  expect(await store.get('user')).toBeNull()
})
