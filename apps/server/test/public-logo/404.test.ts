import { testVisitorNotFound } from '../support/refusals/visitors.ts'

testVisitorNotFound('readLogo')
