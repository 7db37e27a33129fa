import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import { startGuides } from '../support/start-guides.ts'
import { plainMail, startWorld } from '../support/world.ts'

const codeMail = (code: string) => plainMail({ subject: `Your code is ${code}`, text: `Your code is ${code}.` })

test('the example of the guide to waiting reads the second code after the first', async () => {
  await using world = await startWorld()
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
  await using world = await startWorld()
  await using guides = await startGuides(world)
  await world.address('signup')
  const hostname = world.tenant.domain.hostname
  for (const detail of ['run6', 'run7']) await world.send(codeMail('482913'), `signup+${detail}@${hostname}`)

  const answer = await guides.bash(guides.block('Wait for a tag with curl').replace('curl ', 'curl -s '))

  expect(answer.data).toMatchObject([{ toAddr: `signup+run7@${hostname}` }])
})

test('the guide to wildcards makes an address at a host of its own', async () => {
  await using world = await startWorld()
  await using guides = await startGuides(world)
  const { serviceId, domain } = world.tenant
  const hostname = `*.${domain.hostname}`
  const wildcard = await insertDomain(world.deps, { serviceId, hostname, state: 'verified' })
  const block = guides.block('Make an address under a wildcard').replace('WILDCARD_ID', wildcard._id)

  const answer = await guides.bash(block.replace('curl ', 'curl -s '))

  expect(answer.data).toMatchObject({ fullAddress: `signup@run-7.${domain.hostname}`, domainId: wildcard._id })
})

test('the file for Playwright and Cypress makes an address, waits for two codes and says what is wrong', async () => {
  await using world = await startWorld()
  await using guides = await startGuides(world)
  const files = { 'inlet.ts': guides.block('inlet.ts, for Playwright and Cypress') }
  const load = `const { createAddress, waitForCode } = await import(process.cwd() + '/inlet.ts')\n`

  const address = await guides.node(files, `${load}console.log(JSON.stringify(await createAddress()))`)
  await world.send(codeMail('482913'), address)
  const first = await guides.node(files, `${load}console.log(JSON.stringify(await waitForCode('${address}')))`)
  await world.send(codeMail('550166'), address)
  const second = await guides.node(
    files,
    `${load}console.log(JSON.stringify(await waitForCode('${address}', '${first.id}')))`,
  )
  const refused = await guides.node(
    files,
    `${load}console.log(JSON.stringify(await waitForCode('none@${world.tenant.domain.hostname}').catch(String)))`,
  )

  expect([first.code, second.code]).toEqual(['482913', '550166'])
  expect(refused).toMatch(/^Error: NOT_FOUND: .* \(request \w+\)$/)
})

test('the tasks for Cypress are functions that Cypress can call with one argument', async () => {
  await using world = await startWorld()
  await using guides = await startGuides(world)
  const files = {
    'inlet.ts': guides.block('inlet.ts, for Playwright and Cypress'),
    'cypress.config.ts': guides
      .block('The tasks in cypress.config.ts')
      // What Cypress and its loader bring.
      .replace("import { defineConfig } from 'cypress'", 'const defineConfig = (config: any) => config')
      .replace("'./inlet'", "'./inlet.ts'"),
  }
  const program = `
    const { default: config } = await import(process.cwd() + '/cypress.config.ts')
    let tasks
    config.e2e.setupNodeEvents((event, given) => { if (event === 'task') tasks = given })
    console.log(JSON.stringify(await tasks.createAddress(null)))`

  expect(await guides.node(files, program)).toMatch(`@${world.tenant.domain.hostname}`)
})
