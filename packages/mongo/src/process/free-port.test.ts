import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, isPortFree } from './free-port.ts'

test("a free port can be had, and is none that Linux gives away by itself, nor one of MongoDB's own", async () => {
  const port = await findFreePort()
  await using server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  expect(port).toBeGreaterThan(1_023)
  expect(port).toBeLessThan(27_017)
  expect(await isPortFree(port)).toBe(false)
})
