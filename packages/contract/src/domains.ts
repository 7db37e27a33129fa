import { z } from 'zod'
import { detailParams } from './detail-codes.ts'
import { foldHostname } from './mail-address.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

/** A DNS record that a domain needs: the expected value, and the values that the last check found. */
const dnsRecord = z.object({
  type: z.enum(['TXT', 'MX']),
  host: z.string(),
  value: z.string(),
  found: z.array(z.string()),
  ok: z.boolean(),
})
export type DnsRecord = z.infer<typeof dnsRecord>

/** A domain of a service: claimed (`pending`), proven (`verified`), or proven and now failing its checks (`failing`; it still receives). */
const domain = z.object({
  id: ulidOut,
  serviceId: ulidOut,
  hostname: z.string(),
  state: z.enum(['pending', 'verified', 'failing']),
  publicInbox: z.boolean(),
  records: z.array(dnsRecord),
  createdAt: timestampOut,
  verifiedAt: timestampOut.nullable(),
  checkedAt: timestampOut.nullable(),
})
export type Domain = z.infer<typeof domain>

/** Endpoints: GET /services/:id/domains */
export const listDomainsInput = pageInput.extend({ id: ulid })
export const listDomainsOutput = listEnvelope(domain)
export type ListDomainsInput = z.infer<typeof listDomainsInput>

const hostnameInBody = z
  .string()
  .max(253)
  .transform((text, context) => {
    const folded = foldHostname(text.trim())
    if (folded) return folded
    context.addIssue({ code: 'custom', message: 'Not a domain name', params: detailParams('invalid_hostname') })
    return z.NEVER
  })

/** Endpoints: POST /services/:id/domains */
export const createDomainInput = z.object({ id: ulid, hostname: hostnameInBody, publicInbox: z.boolean().optional() })
export const createDomainOutput = dataEnvelope(domain)
export type CreateDomainInput = z.infer<typeof createDomainInput>

/** Endpoints: POST /domains/:id/verify */
export const verifyDomainInput = z.object({ id: ulid })
export const verifyDomainOutput = dataEnvelope(domain)

/** Endpoints: PATCH /domains/:id */
export const changeDomainInput = z.object({ id: ulid, publicInbox: z.boolean() })
export const changeDomainOutput = dataEnvelope(domain)
export type ChangeDomainInput = z.infer<typeof changeDomainInput>

/** Endpoints: DELETE /domains/:id; `confirm` is the hostname, so that nobody removes a domain by mistake. */
export const removeDomainInput = z.object({ id: ulid, confirm: z.string() })
export type RemoveDomainInput = z.infer<typeof removeDomainInput>
