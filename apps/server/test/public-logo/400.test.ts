import { testVisitorBadInput } from '../support/refusals/visitors.ts'

testVisitorBadInput('readLogo')
