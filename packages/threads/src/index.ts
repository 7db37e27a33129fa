export { FairQueue, type Waiting } from './fair-queue.ts'
export { createFairTurns, type FairTurns, TooManyWaiting, TurnTimeout } from './fair-turns.ts'
export { createThreadPool, JobFailed, type ThreadEnd, type TurnLimit } from './thread-pool.ts'
export { newThreads, type OpenThread, type ThreadSource } from './thread-source.ts'
