import { testNotFound } from '../support/refusals/404.ts'

testNotFound('readMessage')
