import { testVisitorRateLimited } from '../support/refusals/visitors.ts'

testVisitorRateLimited('readLogo')
