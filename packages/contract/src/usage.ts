import { z } from 'zod'
import { example } from './examples.ts'
import { checkedAtOnce } from './paging.ts'
import { countOut, ulid } from './scalars.ts'

/** Objects */

/** What is counted. */
const counts = {
  messagesReceived: countOut,
  messagesWithCode: countOut,
  apiRequests: countOut.meta({ description: 'Requests with an API key, except those answered 401 or 429.' }),
  addressesCreated: countOut.meta({ description: 'By API keys, users, visitors and first mails.' }),
  deliveries: countOut.meta({ description: 'Events sent to webhooks; retries do not count.' }),
  bytesReceived: countOut.meta({ description: 'The sum of `sizeBytes`.' }),
}
const exampleCounts = {
  messagesReceived: 412,
  messagesWithCode: 398,
  apiRequests: 3170,
  addressesCreated: 51,
  deliveries: 398,
  bytesReceived: 8_421_377,
}

/** What a service used in some time. */
const usageCounts = z.object(counts).meta({
  id: 'UsageCounts',
  description: 'The usage of a service in a period, without that of test keys.',
  examples: [exampleCounts],
})
export type UsageCounts = z.infer<typeof usageCounts>

/** What a service used on one day. */
const usageDay = z
  .object({ date: z.string().meta({ format: 'date', description: 'The day in UTC.' }), ...counts })
  .meta({
    id: 'UsageDay',
    description: 'The usage of a service on one day, without that of test keys.',
    examples: [{ date: '2026-11-21', ...exampleCounts }],
  })
export type UsageDay = z.infer<typeof usageDay>

const usageMeta = z.object({ last24Hours: usageCounts.nullable() }).meta({
  id: 'UsageMeta',
  description:
    'The usage in this hour and the 23 before it, regardless of the requested days; null if the range ends before today.',
  examples: [{ last24Hours: exampleCounts }],
})

const date = z.iso.date({ error: 'expected a date, as in 2027-01-31' })

/** Endpoints: GET /services/:id/usage */
export const readUsageInput = z.object({
  id: ulid.meta({ description: 'The service.', examples: [example.serviceId] }),
  from: date
    .meta({ description: 'The first day, in UTC; 29 days before the last one by default.', examples: ['2026-11-01'] })
    .optional(),
  to: date.meta({ description: 'The last day, in UTC; today by default.', examples: ['2026-11-30'] }).optional(),
})
export const readUsageOutput = checkedAtOnce(z.object({ data: z.array(usageDay), meta: usageMeta }))
export type ReadUsageInput = z.infer<typeof readUsageInput>
