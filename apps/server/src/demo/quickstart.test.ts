import { expect, test } from 'vitest'
import type { Demo } from './demo-file.ts'
import { quickstart } from './quickstart.ts'

const demo: Demo = {
  baseUrl: 'http://127.0.0.1:8080/v1',
  smtp: { host: '127.0.0.1', port: 2525 },
  service: { id: 'SERVICE' },
  domain: { id: 'DOMAIN', hostname: 'demo.localhost' },
  apiKeys: { read: 'r', write: 'w', admin: 'a', test: 't' },
  user: { email: 'demo@demo.localhost', password: 'p' },
  accessToken: 'token',
}

test('in the folder where programs look by themselves, nothing names the server', () => {
  const text = quickstart(demo, { dataDir: '.inlet', isDefault: true, httpPort: 8080 })

  expect(text).toContain('   npm run send -- --to code@demo.localhost --code 482913\n')
  expect(text).toContain(`   node -p "JSON.parse(fs.readFileSync('.inlet/demo.json')).user.password"\n`)
  expect(text).toContain('All data stays in the folder, for the next "npm start".\n')
})

test.each([
  ['127.0.0.1', '--port 2525'],
  ['0.0.0.0', '--port 2525'],
  ['::1', '--host ::1 --port 2525'],
  ['192.0.2.7', '--host 192.0.2.7 --port 2525'],
])('of a server at %s with a data folder of its own, the command to send has %s', (host, options) => {
  const place = { dataDir: '/srv/mail', isDefault: false, httpPort: 8080 }
  const text = quickstart({ ...demo, smtp: { host, port: 2525 } }, place)

  expect(text).toContain(`   npm run send -- ${options} --to code@demo.localhost --code 482913\n`)
  expect(text).toContain('for the next "npm start" with this INLET_DATA_DIR.\n')
})
