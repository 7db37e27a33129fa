import { testVisitorUnauthorized } from '../support/refusals/visitors.ts'

testVisitorUnauthorized('readLogo')
