import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { askMetrics, readMetrics } from '../support/metrics-page.ts'
import { plainMail, startWorld } from '../support/world.ts'

const settings = { METRICS_PORT: '0' }

test('the metrics have their own port, the text format and its media type; the public port has none', async () => {
  await using world = await startWorld({ settings })

  const { status, headers, text } = await askMetrics(world.metricsPort)

  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(text).toMatch(/^# HELP inlet_mails_accepted_total .+\n# TYPE inlet_mails_accepted_total counter\n/m)
  expect(world.metricsPort).not.toBe(world.httpPort)
  expect((await world.call('/metrics')).status).toBe(404)
})

test('GET and HEAD are answered, other verbs are 405 with Allow, and other paths 404', async () => {
  await using world = await startWorld({ settings })
  const { metricsPort } = world

  const head = await askMetrics(metricsPort, '/metrics', 'HEAD')
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(Number(head.headers['content-length'])).toBeGreaterThan(1_000)
  expect((await askMetrics(metricsPort, '/metrics?name=any')).status).toBe(200)
  for (const verb of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    expect(await askMetrics(metricsPort, '/metrics', verb), verb).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    })
  }
  for (const path of ['/', '/metrics/', '/livez', '/v1/me']) {
    expect((await askMetrics(metricsPort, path)).status, path).toBe(404)
  }
})

test('without METRICS_PORT nothing listens', async () => {
  await using world = await startWorld()

  expect(world.metricsPort).toBeNull()
})

test('simultaneous requests all get the page', async () => {
  await using world = await startWorld({ settings })

  const answers = await Promise.all(Array.from({ length: 20 }, () => askMetrics(world.metricsPort)))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

test('metrics show the build, the process and its readiness', async () => {
  await using world = await startWorld({ settings })

  const page = await readMetrics(world)

  expect(page.value('inlet_build_info', { version: '0.1.0', node: process.version, role: 'all' })).toBe(1)
  expect(page.value('inlet_ready')).toBe(1)
  expect(page.value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(page.value('process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(page.value('process_start_time_seconds')).toBeLessThan(Date.now() / 1000)
  expect(page.value('process_start_time_seconds')).toBeGreaterThan(Date.now() / 1000 - 3600)
  expect(page.value('inlet_event_loop_lag_seconds_count')).toBeGreaterThan(0)
  expect(page.value('inlet_event_loop_busy_seconds_total')).toBeGreaterThan(0)
})

test('every name keeps the conventions, and every counter ends in _total', async () => {
  await using world = await startWorld({ settings })

  const { types } = await readMetrics(world)

  for (const [name, type] of types) {
    expect(name).toMatch(/^(inlet|process|nodejs)_[a-z0-9_]+$/)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes|messages)$/)
  }
})

test('two servers in one process have separate metrics', async () => {
  await using one = await startWorld({ settings })
  await using other = await startWorld({ settings, databaseUri: one.databaseUri })
  const { fullAddress } = await one.address('code')

  await one.send(plainMail(), fullAddress)
  const [here, there] = [await readMetrics(one), await readMetrics(other)]

  expect(here.value('inlet_mails_accepted_total')).toBe(1)
  expect(there.value('inlet_mails_accepted_total')).toBe(0)
  expect(here.value('inlet_mongo_checkout_seconds_count')).not.toBe(there.value('inlet_mongo_checkout_seconds_count'))
})

test('nothing of a mail, a person, an inbox, a key or a client is in the metrics', async () => {
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('zebra-inbox')
  const { hostname } = world.tenant.domain

  await world.send(
    plainMail({ id: 'giraffe', subject: 'Okapi', text: 'Your verification code is 73915402' }),
    fullAddress,
    'ada@panda.example',
  )
  await world.send(plainMail(), `nobody@${hostname}`).catch(() => {})
  await world.inbox(fullAddress, '?q=okapi')
  await world.addresses('', { key: 'walrus-key' })
  await world.addresses('', { token: 'walrus-token', headers: { 'user-agent': 'walrus', 'x-request-id': 'walrus' } })
  await world.call('/v1/walrus/73915402')
  const { text } = await readMetrics(world)

  const secrets = [...Object.values(world.keys), world.tenant.serviceId, hostname, world.databaseUri, '127.0.0.1']
  for (const secret of [...secrets, 'zebra', 'giraffe', 'Okapi', 'okapi', '73915402', 'panda', 'walrus', 'mx.test'])
    expect(text).not.toContain(secret)
})

test('the server stops although a silent connection is open', async () => {
  await using world = await startWorld({ settings })
  const silent = connect({ host: '127.0.0.1', port: world.metricsPort ?? 0 })
  silent.on('error', () => {})
  await new Promise((resolve) => silent.once('connect', resolve))

  const beganAt = performance.now()
  await world.stop()

  expect(performance.now() - beganAt).toBeLessThan(5_000)
  await expect(askMetrics(world.metricsPort)).rejects.toThrow()
  silent.destroy()
})
