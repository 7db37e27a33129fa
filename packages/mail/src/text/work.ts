/** Counts the steps of a function that reads hostile text, so that tests can check without a clock that it is linear. */
export interface Work {
  steps: number
}
