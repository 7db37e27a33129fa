import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, isPortFree } from './free-port.ts'

test("a free port is found, outside the range that Linux uses by itself and not MongoDB's own", async () => {
  const port = await findFreePort()
  await using server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  expect(port).toBeGreaterThan(1_023)
  expect(port).toBeLessThan(27_017)
  expect(await isPortFree(port)).toBe(false)
})
