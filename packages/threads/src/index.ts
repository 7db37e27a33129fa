export { FairQueue, type Waiting } from './fair-queue.ts'
export { createFairTurns, type FairTurns, TurnTimeout } from './fair-turns.ts'
