import { testRateLimited } from '../support/refusals/429.ts'

testRateLimited('readMe')
