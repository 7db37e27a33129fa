import type { Role } from '@inlet/contract'
import { z } from 'zod'
import { alterAnswers, callsTo, serverError } from '../../support/altered-answers.ts'
import type { Scene, Screen } from './scene.ts'

interface ReadStates {
  /** How the names of the pictures begin. */
  name: string
  path: string | ((scene: Scene) => string | Promise<string>)
  /** The procedure that reads what is shown. */
  call: string
  role?: Role
}

interface ListStates extends ReadStates {
  /** A text of the state without rows; null where an own picture shows it. */
  empty?: string | null
}

const page = z.object({ result: z.object({ data: z.object({ data: z.array(z.looseObject({ id: z.string() })) }) }) })
const pageRows = 50

/** What is shown while something is read, and where that has failed. */
export function readStates({ name, path, call, role = 'owner' }: ReadStates): Screen[] {
  const open = async (scene: Scene) => await scene.open(typeof path === 'string' ? path : await path(scene))
  return [
    {
      name: `${name}-loading`,
      role,
      show: async (scene) => {
        await scene.page.route(callsTo(call), () => {})
        await open(scene)
        await scene.page.getByText('Loading', { exact: true }).first().waitFor({ state: 'attached' })
      },
    },
    {
      name: `${name}-failed`,
      role,
      show: async (scene) => {
        await alterAnswers(scene, call, () => serverError)
        await open(scene)
        await scene.page.getByRole('button', { name: 'Try again' }).first().waitFor()
      },
    },
  ]
}

/** The same of a list, with what it shows where there is nothing, and a whole page of rows that is not the only one. */
export function listStates({ empty = null, ...states }: ListStates): Screen[] {
  const { name, path, call, role = 'owner' } = states
  const open = async (scene: Scene) => await scene.open(typeof path === 'string' ? path : await path(scene))
  if (empty === null) return readStates(states)
  const nothing = { result: { data: { data: [], meta: { cursor: '', hasMore: false } } } }
  return [
    ...readStates(states),
    {
      name: `${name}-empty`,
      role,
      show: async (scene) => {
        await alterAnswers(scene, call, () => nothing)
        await open(scene)
        await scene.page.getByText(empty).waitFor()
      },
    },
    {
      name: `${name}-long`,
      role,
      show: async (scene) => {
        await alterAnswers(scene, call, (real) => {
          const rows = page.parse(real).result.data.data
          const data = Array.from({ length: pageRows }, (_, index) => {
            const row = rows[index % rows.length]
            return { ...row, id: `${row?.id}${index}` }
          })
          return { result: { data: { data, meta: { cursor: 'next', hasMore: true } } } }
        })
        await open(scene)
        await scene.page.getByRole('navigation', { name: 'Pages' }).waitFor()
        await scene.page
          .getByRole('rowheader')
          .nth(pageRows - 1)
          .waitFor()
      },
    },
  ]
}
