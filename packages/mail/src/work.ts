/** Counts the steps that a reader of hostile text takes, so that tests can hold it to be linear without a clock. */
export interface Work {
  steps: number
}
