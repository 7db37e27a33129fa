export { startJobs } from './start-jobs.ts'
