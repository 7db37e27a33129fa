import { createHash } from 'node:crypto'
import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type LogoImage, readLogoImage } from './logo-image.ts'
import { type LogoDoc, logoModel } from './logo-model.ts'

/** The logo of a data URL, for a service. @throws UNPROCESSABLE_CONTENT `invalid_logo` */
export function newLogo(serviceId: string, dataUrl: string): LogoDoc {
  const image = readLogoImage(dataUrl)
  const digest = createHash('sha256').update(serviceId).update(image.bytes).digest('base64url')
  return { _id: digest, serviceId, ...image }
}

/** Puts a logo in the place of a service's earlier one; null removes that. */
export async function replaceLogo(
  deps: Deps,
  tx: ClientSession,
  { serviceId, logo }: { serviceId: string; logo: LogoDoc | null },
): Promise<void> {
  const logos = logoModel.in(deps.db)
  await logos.deleteMany({ serviceId }, { session: tx })
  if (logo) await logos.insertOne(logo, { session: tx })
}

/** The logo with this digest. @throws NOT_FOUND */
export async function findLogo(deps: Deps, digest: string): Promise<LogoImage> {
  const options = { promoteBuffers: true, maxTimeMS: readBudgetMs }
  const found = await logoModel.in(deps.db).findOne({ _id: digest }, options)
  if (!found) throw new AppError('NOT_FOUND', 'No such logo')
  return { contentType: found.contentType, bytes: found.bytes }
}
