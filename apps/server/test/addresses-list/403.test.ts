import { testForbidden } from '../support/refusals/403.ts'

testForbidden('listAddresses')
