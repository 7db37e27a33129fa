import { AppError, type Me } from '@inlet/contract'
import type { UserCaller } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { findServices } from '../services/find-service.ts'
import { userModel } from './user-model.ts'

/** The user who calls, and their services by name with the role they have in each. @throws NOT_FOUND where the user was removed */
export async function describeMe(deps: Deps, caller: UserCaller): Promise<Me> {
  const [user, services] = await Promise.all([
    userModel.in(deps.db).findOne({ _id: caller.userId }, { maxTimeMS: readBudgetMs }),
    findServices(deps, [...caller.roles.keys()]),
  ])
  if (!user) throw new AppError('NOT_FOUND', 'No such user')

  const mine = [...caller.roles].flatMap(([id, role]) => {
    const service = services.get(id)
    return service ? [{ id, name: service.name, role }] : []
  })
  mine.sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))
  return { id: user._id, email: user.email, name: user.name, services: mine }
}
