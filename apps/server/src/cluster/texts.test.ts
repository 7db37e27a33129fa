import { expect, test } from 'vitest'
import { welcome } from './texts.ts'

const files = { logFile: '/tmp/server.log', demoFile: '/tmp/demo.json' }
const demo = { domain: { hostname: 'demo.localhost' } }
const set = { uri: 'mongodb://127.0.0.1:1/', members: [], primary: null }

test('the commands shown use the addresses that the servers listen on, with IPv6 and on all interfaces too', () => {
  const text = welcome({
    set,
    servers: [
      { pid: 1, httpPort: 8001, smtpPort: 2501, metricsPort: 9401, ...files },
      { pid: 2, httpPort: 8002, smtpPort: 2502, metricsPort: 9402, ...files },
    ],
    demo,
    hosts: { HTTP_HOST: '::1', SMTP_HOST: '0.0.0.0', METRICS_HOST: '::' },
  })

  expect(text).toContain('server 1  REST http://[::1]:8001/v1  SMTP 127.0.0.1:2501  Metrics http://[::1]:9401/metrics')
  expect(text).toContain('npm run send -- --host 127.0.0.1 --port 2501 --to code@demo.localhost')
  expect(text).toContain('curl "http://[::1]:8002/v1/inboxes/code@demo.localhost/messages')
})

test('without metrics no metrics address is shown, and --host has no brackets', () => {
  const server = { pid: 1, httpPort: 8001, smtpPort: 2501, metricsPort: null, ...files }
  const hosts = { HTTP_HOST: '127.0.0.1', SMTP_HOST: '::1', METRICS_HOST: '127.0.0.1' }

  const text = welcome({ set, servers: [server, server], demo, hosts })

  expect(text).not.toContain('Metrics')
  expect(text).toContain('SMTP [::1]:2501')
  expect(text).toContain('--host ::1 --port 2501')
})
