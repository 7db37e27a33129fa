import { testUnauthorized } from '../support/refusals/401.ts'

testUnauthorized('createAddress')
