import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listenOnLoopback } from '../support/hand-on.ts'
import { environmentOf, readersProject } from '../support/readers-project.ts'
import { runScript } from '../support/run-script.ts'
import { sharedServer } from '../support/shared-server.ts'
import { codeMail, sendMail } from './client-world.ts'

const newWorld = sharedServer()

/** A proxy as companies have them; `tunnels` are the hosts that were asked for. */
async function startProxy() {
  const tunnels: string[] = []
  const {
    server,
    origin,
    [Symbol.asyncDispose]: stop,
  } = await listenOnLoopback((_, outgoing) => {
    outgoing.writeHead(501).end()
  })
  server.on('connect', ({ url = '' }, socket, head) => {
    tunnels.push(url)
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  return { url: origin, tunnels, [Symbol.asyncDispose]: stop }
}

test('with NODE_USE_ENV_PROXY the calls go through the proxy of the environment', async () => {
  const world = await newWorld()
  await using proxy = await startProxy()
  const { fullAddress } = await world.address('behind-proxy')
  await sendMail(world, fullAddress, codeMail('482913'))
  await using project = await readersProject({
    'run.mjs': `import { Inlet } from '@inlet/client'
      console.log(await new Inlet().waitForCode('${fullAddress}', { since: '${'0'.repeat(26)}' }))`,
  })

  const { stdout, stderr } = await runScript(
    ['--disable-warning=ExperimentalWarning', join(project.folder, 'run.mjs')],
    {
      settings: { ...environmentOf(world), NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, NO_PROXY: '' },
    },
  )

  expect({ stdout, stderr }).toEqual({ stdout: '482913\n', stderr: '' })
  expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(world.baseUrl).host]))
})
