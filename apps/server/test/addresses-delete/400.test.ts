import { testBadInput } from '../support/refusals/400.ts'

testBadInput('deleteAddress')
