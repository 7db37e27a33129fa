export { startJobs } from './start-jobs.ts'
export { startWebhooks } from './webhooks/start-webhooks.ts'
