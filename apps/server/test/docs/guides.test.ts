import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { startGuides } from '../support/start-guides.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()
const codeMail = (code: string) => plainMail({ subject: `Your code is ${code}`, text: `Your code is ${code}.` })

test('the example of the guide to waiting reads the second code after the first', async () => {
  const world = await newWorld()
  await using guides = await startGuides(world)
  const { fullAddress } = await world.address('signup-4711')
  await world.send(codeMail('482913'), fullAddress)

  const [first = '', second = ''] = guides.block('Wait for a second code with curl').split('\n\n')
  const [id] = await guides.bash(`${first}; echo "[\\"$FIRST\\"]"`)
  await world.send(codeMail('550166'), fullAddress)
  const answer = await guides.bash(`${first}; FIRST=${id}\n${second.replace('curl ', 'curl -s ')}`)

  expect(answer.data).toMatchObject([{ otpCode: '550166' }])
})

test('the guide to tags finds the mail behind a plus', async () => {
  const world = await newWorld()
  await using guides = await startGuides(world)
  await world.address('signup')
  const hostname = world.tenant.domain.hostname
  for (const detail of ['run6', 'run7']) await world.send(codeMail('482913'), `signup+${detail}@${hostname}`)

  const answer = await guides.bash(guides.block('Wait for a tag with curl').replace('curl ', 'curl -s '))

  expect(answer.data).toMatchObject([{ toAddr: `signup+run7@${hostname}` }])
})

test('the guide to wildcards makes an address at a host of its own', async () => {
  const world = await newWorld()
  await using guides = await startGuides(world)
  const { serviceId, domain } = world.tenant
  const hostname = `*.${domain.hostname}`
  const wildcard = await insertDomain(world.deps, { serviceId, hostname, state: 'verified' })
  const block = guides.block('Make an address under a wildcard').replace('WILDCARD_ID', wildcard._id)

  const answer = await guides.bash(block.replace('curl ', 'curl -s '))

  expect(answer.data).toMatchObject({ fullAddress: `signup@run-7.${domain.hostname}`, domainId: wildcard._id })
})
