import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** The lease of one job. */
export const leaseDoc = z.object({
  /** The job's name. */
  _id: z.string(),
  /** The process that took it last. */
  holder: z.string(),
  /** No process can take the lease before. While the job runs it is the end of the lease, after a run it is when the next run is due. */
  until: date,
  /** The last run that ended; none where it never did, and where the lease is for something other than a job. */
  lastRunAt: date.optional(),
  lastSuccessAt: date.optional(),
  /** Runs in a row that failed, in whichever process. */
  failuresInRow: z.number().optional(),
})
export type LeaseDoc = z.infer<typeof leaseDoc>

/** The collection of leases; one document a job, found by its id. */
export const leaseModel = defineModel<LeaseDoc>({ document: leaseDoc, name: 'leases', indexes: [] })
