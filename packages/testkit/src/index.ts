export { type FreshDatabase, freshDatabase } from './fresh-database.ts'
export { rawMail, rawMailNames } from './raw-mail.ts'
export { type TestClock, testClock } from './test-clock.ts'
export { waitFor } from './wait-for.ts'
