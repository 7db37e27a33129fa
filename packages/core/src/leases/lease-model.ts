import { defineModel } from '../database/model.ts'

/** The lease of one job. */
export interface LeaseDoc {
  /** The job's name. */
  _id: string
  /** The process that took it last. */
  holder: string
  /** No process can take the lease before. While the job runs it is the end of the lease, after a run it is when the next run is due. */
  until: Date
  /** The last run that ended; none where it never did, and where the lease is for something other than a job. */
  lastRunAt?: Date
  lastSuccessAt?: Date
  /** Runs in a row that failed, in whichever process. */
  failuresInRow?: number
}

/** The collection of leases; one document a job, found by its id. */
export const leaseModel = defineModel<LeaseDoc>({ name: 'leases', indexes: [] })
