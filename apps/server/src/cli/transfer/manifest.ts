import { isUlid } from '@inlet/contract'
import { z } from 'zod'

/** The version of the folder's format. */
export const exportFormat = 3

/** The first file of an export: what it is, and whether it is whole. */
export const manifestFile = 'export.json'

/** The files with the records of a service, but its addresses and messages. */
export const recordFiles = ['domains', 'members', 'api-keys', 'webhooks', 'usage', 'audit-log'] as const

const count = z.int().min(0)

/** How many records of each kind an export has: a file that is cut between two lines is noticed by it. */
const exportCounts = z.strictObject({
  domains: count,
  members: count,
  'api-keys': count,
  webhooks: count,
  usage: count,
  'audit-log': count,
  addresses: count,
  messages: count,
  /** Of the mails' sources. */
  mailBytes: count,
})
export type ExportCounts = z.infer<typeof exportCounts>

const id = z.string().refine(isUlid, 'expected a ULID')
const base = {
  format: z.literal(exportFormat),
  /** Another one for each export: an import that was cut off knows by it what it goes on with. */
  exportId: id,
  serviceId: id,
}

const unfinishedManifest = z.strictObject({ ...base, state: z.literal('unfinished') })
export const completeManifest = z.strictObject({
  ...base,
  state: z.literal('complete'),
  exportedAt: z.iso.datetime(),
  counts: exportCounts,
})
export const manifest = z.discriminatedUnion('state', [unfinishedManifest, completeManifest])
export type Manifest = z.infer<typeof manifest>
export type CompleteManifest = z.infer<typeof completeManifest>
