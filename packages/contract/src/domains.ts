import { z } from 'zod'
import { detailParams } from './detail-codes.ts'
import { example } from './examples.ts'
import { limits } from './limits.ts'
import { foldDomainName, hostnameInAnyCase } from './mail-address.ts'
import { dataEnvelope, listEnvelope, pageInput } from './paging.ts'
import { timestampOut, ulid, ulidOut } from './scalars.ts'

/** Objects */

/** Why the DNS gave no record: the first two are answers, the others say nothing of the record. */
export type DnsError = 'nxdomain' | 'no_record' | 'server_failure' | 'timeout'

/** A DNS record that a domain needs: the expected value, and the values that the last check found. */
const dnsRecord = z
  .object({
    type: z.enum(['TXT', 'MX']).meta({ description: 'TXT proves that you own the domain, MX routes its mail here.' }),
    host: z.string().meta({ description: 'The name that has the record.' }),
    value: z.string().meta({ description: 'The required value. An MX record may have another preference.' }),
    found: z.array(z.string()).meta({
      description:
        'The values that the last check found: texts, or mail hosts by preference. Additional TXT records do no harm.',
    }),
    ok: z.boolean().meta({ description: 'Whether the record was found.' }),
    outcome: z
      .enum(['ok', 'nxdomain', 'no_record', 'wrong_value', 'conflicting_mx', 'server_failure', 'timeout'])
      .nullable()
      .meta({
        description:
          'The result of the last check; null if there was none. `nxdomain`: the name does not exist. `no_record`: it has no record of this type. `wrong_value`: its records have other values. `conflicting_mx`: mail goes to the hosts in `found`, not here. `server_failure`, `timeout`: the DNS reported an error or did not answer in time, so the state of the domain does not change.',
      }),
  })
  .meta({
    id: 'DnsRecord',
    description: 'A DNS record that a domain needs.',
    examples: [
      {
        type: 'MX',
        host: example.hostname,
        value: `10 ${example.mxHost}`,
        found: [example.mxHost],
        ok: true,
        outcome: 'ok',
      },
    ],
  })
export type DnsRecord = z.infer<typeof dnsRecord>

/**
 * A domain of a service: claimed (`pending`), proven (`verified`), proven and now failing its checks (`failing`; it still receives), or taken
 * over by another service (`lost`).
 */
const domain = z
  .object({
    id: ulidOut,
    serviceId: ulidOut,
    hostname: z.string().meta({
      description:
        'Lower case, in its ASCII form. A wildcard such as `*.example.com` receives the mail of all hosts at any depth under `example.com`, except those under a more specific domain, but not of `example.com` itself.',
    }),
    state: z.enum(['pending', 'verified', 'failing', 'lost']).meta({
      description:
        '`pending`: not verified yet; it receives no mail. `verified`: its records are in place. `failing`: it was verified, but a record is missing now; it still receives mail. `lost`: another service verified it after its TXT record had been missing for 72 hours; it receives no mail, its addresses and their mail are deleted, and the state is final.',
    }),
    publicInbox: z.boolean().meta({
      description: 'Whether the domain has public inboxes. If so, the first mail to an unknown address creates it.',
    }),
    records: z.array(dnsRecord).meta({ description: 'The required DNS records.' }),
    createdAt: timestampOut,
    verifiedAt: timestampOut.nullable().meta({ description: 'When it was verified; null if it never was.' }),
    checkedAt: timestampOut.nullable().meta({ description: 'When its records were last checked; null if never.' }),
  })
  .meta({
    id: 'Domain',
    description: 'A domain of a service with its required DNS records.',
    examples: [
      {
        id: example.domainId,
        serviceId: example.serviceId,
        hostname: example.hostname,
        state: 'verified',
        publicInbox: false,
        records: [
          {
            type: 'TXT',
            host: `_inlet.${example.hostname}`,
            value: example.ownershipText,
            found: [example.ownershipText],
            ok: true,
            outcome: 'ok',
          },
          {
            type: 'MX',
            host: example.hostname,
            value: `10 ${example.mxHost}`,
            found: [example.mxHost],
            ok: true,
            outcome: 'ok',
          },
        ],
        createdAt: example.createdAt,
        verifiedAt: example.receivedAt,
        checkedAt: example.receivedAt,
      },
    ],
  })
export type Domain = z.infer<typeof domain>

/** A domain as live feeds have it: its records, which depend on the server's settings, are read by themselves. */
export const domainChange = domain.omit({ records: true })
export type DomainChange = z.infer<typeof domainChange>

const serviceId = ulid.meta({ description: 'The service.', examples: [example.serviceId] })
const domainId = ulid.meta({ description: 'The domain.', examples: [example.domainId] })
const publicInbox = z.boolean().meta({
  description: 'Whether the domain has public inboxes. If so, the first mail to an unknown address creates it.',
  examples: [true],
})

/** Endpoints: GET /services/:id/domains */
export const listDomainsInput = pageInput.extend({ id: serviceId })
export const listDomainsOutput = listEnvelope(domain)
export type ListDomainsInput = z.infer<typeof listDomainsInput>

const domainNameInBody = z
  .string()
  .max(253)
  .meta({
    description:
      'A domain name, or `*.` and a domain name for all hosts under it. It is stored in lower case and in ASCII form. A public suffix such as `co.uk` is refused, also as a wildcard.',
    // More is accepted, such as names in other scripts, and a final dot.
    pattern: hostnameInAnyCase.replace('^', '^(?:\\*\\.)?'),
    maxLength: limits.hostnameMaxChars,
    examples: [example.hostname],
  })
  .transform((text, context) => {
    const folded = foldDomainName(text.trim())
    if (folded && folded.length <= limits.hostnameMaxChars) return folded
    const message = folded ? `A domain has at most ${limits.hostnameMaxChars} characters here` : errorOf(text)
    context.addIssue({ code: 'custom', message, params: detailParams('invalid_hostname') })
    return z.NEVER
  })

const errorOf = (text: string): string =>
  text.includes('*')
    ? 'Not a domain name: * may only be the whole first label, as in *.example.com'
    : 'Not a domain name'

/** Endpoints: POST /services/:id/domains */
export const createDomainInput = z
  .object({ id: serviceId, hostname: domainNameInBody, publicInbox: publicInbox.optional() })
  .meta({ examples: [{ hostname: example.hostname }] })
export const createDomainOutput = dataEnvelope(domain)
export type CreateDomainInput = z.infer<typeof createDomainInput>

/** Endpoints: GET /domains/:id */
export const readDomainInput = z.object({ id: domainId })
export const readDomainOutput = dataEnvelope(domain)

/** Endpoints: POST /domains/:id/verify */
export const verifyDomainInput = z.object({ id: domainId })
export const verifyDomainOutput = dataEnvelope(domain)

/** Endpoints: PATCH /domains/:id */
export const changeDomainInput = z.object({ id: domainId, publicInbox }).meta({ examples: [{ publicInbox: true }] })
export const changeDomainOutput = dataEnvelope(domain)
export type ChangeDomainInput = z.infer<typeof changeDomainInput>

/** Endpoints: DELETE /domains/:id; `confirm` is the hostname, so that nobody removes a domain by mistake. */
export const removeDomainInput = z.object({
  id: domainId,
  confirm: z.string().meta({
    description: 'The hostname of the domain, as a confirmation.',
    examples: [example.hostname],
  }),
})
export type RemoveDomainInput = z.infer<typeof removeDomainInput>
