import type { DashboardConfig } from '@inlet/contract'

/** Asks the server for the OpenID provider to log in at, and what else is the same for all its users. @throws where it does not answer */
export async function readConfig(basePath: string): Promise<DashboardConfig> {
  const answer = await fetch(`${basePath}config.json`)
  if (!answer.ok) throw new Error(`The server answered ${answer.status}`)
  const config: unknown = await answer.json()
  if (!isConfig(config)) throw new Error('The server has not said where to log in')
  return config
}

/** The contract's schema is not in the first script: what it says of our own server's answer is a matter of the server's tests. */
const isConfig = (value: unknown): value is DashboardConfig =>
  typeof value === 'object' && value !== null && 'issuer' in value && 'publicUrl' in value
