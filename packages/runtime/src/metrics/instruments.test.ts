import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { instruments } from './instruments.ts'

function startInstruments() {
  const registry = new Registry()
  return { make: instruments(registry), page: () => registry.metrics() }
}

test('a label has its values from the start, at 0, and whatever else is counted goes under other', async () => {
  const { make, page } = startInstruments()
  const count = make.labelledCounter({ name: 'x_total', help: 'x', label: 'kind', values: ['one', 'two'] })

  expect(await page()).toMatch(/x_total\{kind="one"\} 0\nx_total\{kind="two"\} 0\n$/)
  for (const kind of ['one', 'one', 'ada@people.example', '__proto__', '']) count(kind)

  expect(await page()).toMatch(/x_total\{kind="one"\} 2\nx_total\{kind="two"\} 0\nx_total\{kind="other"\} 3\n$/)
})

test('durations are taken in milliseconds and told in seconds; one that makes no sense is left out or 0', async () => {
  const { make, page } = startInstruments()
  const took = make.durations({ name: 'x_seconds', help: 'x', buckets: [0.1, 1] })

  for (const milliseconds of [100, 500, Number.NaN, Number.POSITIVE_INFINITY, -5]) took(milliseconds)

  const text = await page()
  expect(text).toContain('x_seconds_bucket{le="0.1"} 2')
  expect(text).toContain('x_seconds_bucket{le="1"} 3')
  expect(text).toContain('x_seconds_sum 0.6')
  expect(text).toContain('x_seconds_count 3')
})

test('a counter that is read tells the whole sum, however often somebody looks', async () => {
  const { make, page } = startInstruments()
  let sum = 5
  make.readCounter({ name: 'x_total', help: 'x' }, () => sum)

  expect(await page()).toContain('x_total 5\n')
  sum = 7.5
  expect(await page()).toContain('x_total 7.5\n')
  expect(await page()).toContain('x_total 7.5\n')
})

test('a gauge is read when somebody looks, also one that takes a while', async () => {
  const { make, page } = startInstruments()
  const watch = make.gauge({ name: 'x', help: 'x' })
  const watchBoth = make.labelledGauge({ name: 'y', help: 'y', label: 'side', values: ['left', 'right'] })

  expect(await page()).toContain('x 0\n')
  watch(async () => 3)
  watchBoth(() => ({ left: 1, right: 2 }))

  expect(await page()).toMatch(/x 3\n[\s\S]*y\{side="left"\} 1\ny\{side="right"\} 2\n/)
})

test('a histogram is told as the text format wants it: buckets add up, each set of labels has its own', async () => {
  const { make, page } = startInstruments()
  const took = make.durationsBy({
    name: 'x_seconds',
    help: 'x',
    labels: ['route', 'method'],
    known: [{ route: 'known', method: 'GET' }],
    buckets: [0.01, 0.1],
  })

  for (const milliseconds of [1, 10, 11, 1_000]) took({ route: '/a"b', method: 'GET' }, milliseconds)
  took({ route: '/a"b', method: 'POST' }, 1)

  expect((await page()).split('\n').filter((line) => line !== '')).toEqual([
    '# HELP x_seconds x',
    '# TYPE x_seconds histogram',
    ...['0.01', '0.1', '+Inf'].map((le) => `x_seconds_bucket{le="${le}",route="known",method="GET"} 0`),
    'x_seconds_sum{route="known",method="GET"} 0',
    'x_seconds_count{route="known",method="GET"} 0',
    'x_seconds_bucket{le="0.01",route="/a\\"b",method="GET"} 2',
    'x_seconds_bucket{le="0.1",route="/a\\"b",method="GET"} 3',
    'x_seconds_bucket{le="+Inf",route="/a\\"b",method="GET"} 4',
    'x_seconds_sum{route="/a\\"b",method="GET"} 1.022',
    'x_seconds_count{route="/a\\"b",method="GET"} 4',
    ...['0.01', '0.1', '+Inf'].map((le) => `x_seconds_bucket{le="${le}",route="/a\\"b",method="POST"} 1`),
    'x_seconds_sum{route="/a\\"b",method="POST"} 0.001',
    'x_seconds_count{route="/a\\"b",method="POST"} 1',
  ])
})

test('counts by several labels keep their sets apart', async () => {
  const { make, page } = startInstruments()
  const count = make.counterBy({
    name: 'x_total',
    help: 'x',
    labels: ['a', 'b'],
    known: [{ a: 'known', b: '1' }],
  })

  for (const b of ['1', '2', '1']) count({ a: 'new', b })

  expect(await page()).toContain('x_total{a="known",b="1"} 0\nx_total{a="new",b="1"} 2\nx_total{a="new",b="2"} 1\n')
  expect(await page()).toContain('x_total{a="new",b="1"} 2\n')
})
