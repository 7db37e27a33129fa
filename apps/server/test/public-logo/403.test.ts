import { testVisitorForbidden } from '../support/refusals/visitors.ts'

testVisitorForbidden('readLogo')
