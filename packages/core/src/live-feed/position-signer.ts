import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { feedSecretModel } from './feed-secret-model.ts'

const secretBytes = 32

/**
 * Makes ids of positions and reads them. An id is the position, a dot, and a MAC of both the service and the position: a client can come back to
 * where a feed of this service was, and to no other position, since each may cost a search of an hour's changes.
 */
export interface PositionSigner {
  sign(serviceId: string, position: string): string
  /** The position of an id; null for one that no feed of this service gave out. */
  read(serviceId: string, id: string): string | null
}

/** The same for every process of an installation, and after a restart. */
export async function positionSigner(deps: Deps): Promise<PositionSigner> {
  const secret = Buffer.from(await installationSecret(deps), 'base64url')
  const sign = (serviceId: string, position: string) =>
    `${position}.${createHmac('sha256', secret).update(`${serviceId}.${position}`).digest('base64url')}`

  return {
    sign,
    read(serviceId, id) {
      const [position = ''] = id.split('.', 1)
      return isEqual(id, sign(serviceId, position)) ? position : null
    },
  }
}

/** The first process that asks makes it. */
async function installationSecret(deps: Deps): Promise<string> {
  const made = randomBytes(secretBytes).toString('base64url')
  const stored = await feedSecretModel
    .in(deps.db)
    .findOneAndUpdate(
      { _id: 'positions' },
      { $setOnInsert: { secret: made } },
      { upsert: true, returnDocument: 'after' },
    )
  return stored?.secret ?? made
}

function isEqual(given: string, made: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(made)]
  return one.length === other.length && timingSafeEqual(one, other)
}
