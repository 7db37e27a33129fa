import type { Deps } from '../src/deps.ts'
import { unlockService } from '../src/services/access-lock.ts'

/** Unlocks a service without a limit of tries. @returns the token */
export const unlockAsVisitor = (deps: Deps, serviceId: string, password: string): Promise<string> =>
  unlockService(deps, serviceId, { password, network: '192.0.2.1', guard: (_, check) => check() })
