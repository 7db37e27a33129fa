import type { Role } from '@inlet/contract'
import type { Scene, Screen } from './scene.ts'

interface ListStates {
  /** How the names of the pictures begin. */
  name: string
  path: string | ((scene: Scene) => string)
  /** The procedure that reads the list. */
  call: string
  /** A text of the state without rows; null where an own picture shows it. */
  empty?: string | null
  role?: Role
}

const fault = {
  message: 'Something',
  code: -32603,
  data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_01JZX3' },
}

/** Answers a call itself, and lets the calls of other lists pass, which the client may send together with it. */
async function answer({ page }: Scene, call: string, data: unknown): Promise<void> {
  await page.route(`**/trpc/*${call}*`, async (route) => {
    const real = await route.fetch()
    const answers: unknown[] = await real.json()
    const [, names = ''] = /\/trpc\/([^?]+)/.exec(route.request().url()) ?? []
    const calls = decodeURIComponent(names).split(',')
    const json = answers.map((each, index) => (calls[index]?.endsWith(call) ? data : each))
    await route.fulfill({ json })
  })
}

/** What a list shows in place of rows: while it is read, where that has failed, and where there is nothing. */
export function listStates({ name, path, call, empty = null, role = 'owner' }: ListStates): Screen[] {
  const pathIn = (scene: Scene) => (typeof path === 'string' ? path : path(scene))
  const states: Screen[] = [
    {
      name: `${name}-loading`,
      role,
      show: async (scene) => {
        await scene.page.route(`**/trpc/*${call}*`, () => {})
        await scene.open(pathIn(scene))
        await scene.page.getByText('Loading', { exact: true }).first().waitFor({ state: 'attached' })
      },
    },
    {
      name: `${name}-failed`,
      role,
      show: async (scene) => {
        await answer(scene, call, { error: fault })
        await scene.open(pathIn(scene))
        await scene.page.getByRole('button', { name: 'Try again' }).first().waitFor()
      },
    },
  ]
  if (empty === null) return states
  const nothing = { result: { data: { data: [], meta: { cursor: '', hasMore: false } } } }
  const isEmpty: Screen = {
    name: `${name}-empty`,
    role,
    show: async (scene) => {
      await answer(scene, call, nothing)
      await scene.open(pathIn(scene))
      await scene.page.getByText(empty).waitFor()
    },
  }
  return [...states, isEmpty]
}
