import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { positionSigner } from './position-signer.ts'

const position = '82693D6A5F000000012B0229296E04'

test('every process reads the ids of every other one, however many make the first secret at once', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const other = await world.secondProcess()

  const signers = await Promise.all([deps, other, deps, other].map(positionSigner))

  const ids = signers.map((signer) => signer.sign(serviceId, position))
  expect(new Set(ids).size).toBe(1)
  expect(signers.map((signer) => signer.read(serviceId, ids[0] ?? ''))).toEqual(signers.map(() => position))
})

test('an id of another service, with another position, of another installation, or without a MAC names no position', async () => {
  await using world = await startCoreWorld()
  await using elsewhere = await startCoreWorld()
  const { deps, serviceId } = world
  const signer = await positionSigner(deps)
  const id = signer.sign(serviceId, position)
  const [, mac = ''] = id.split('.')
  const foreign = (await positionSigner(elsewhere.deps)).sign(serviceId, position)

  const none = [position, '', '.', `.${mac}`, `${position}.`, `${position}0.${mac}`, `${id}.`, `${id}x`, foreign]

  expect(signer.read(serviceId, id)).toBe(position)
  expect(signer.read(deps.newId(), id)).toBeNull()
  for (const each of none) expect(signer.read(serviceId, each), each).toBeNull()
})
