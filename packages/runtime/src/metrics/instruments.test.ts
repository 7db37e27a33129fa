import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { inSeconds, labelledCounter, readCounter, readGauge, readLabelledGauge } from './instruments.ts'

function startRegistry() {
  const registry = new Registry()
  return { registers: [registry], page: () => registry.metrics() }
}

test('a label has its values from the start, at 0, and any other value is counted as other', async () => {
  const { registers, page } = startRegistry()
  const count = labelledCounter({ name: 'x_total', help: 'x', label: 'kind', values: ['one', 'two'], registers })

  expect(await page()).toMatch(/x_total\{kind="one"\} 0\nx_total\{kind="two"\} 0\n$/)
  for (const kind of ['one', 'one', 'ada@people.example', '__proto__', '']) count(kind)

  expect(await page()).toMatch(/x_total\{kind="one"\} 2\nx_total\{kind="two"\} 0\nx_total\{kind="other"\} 3\n$/)
})

test('a counter that is read has the whole sum on every page', async () => {
  const { registers, page } = startRegistry()
  let sum = 5
  readCounter({ name: 'x_total', help: 'x', registers, read: () => sum })

  expect(await page()).toContain('x_total 5\n')
  sum = 7.5
  expect(await page()).toContain('x_total 7.5\n')
  expect(await page()).toContain('x_total 7.5\n')
})

test('a gauge is read for every page, also asynchronously', async () => {
  const { registers, page } = startRegistry()
  const watch = readGauge({ name: 'x', help: 'x', registers })
  const watchBoth = readLabelledGauge({ name: 'y', help: 'y', label: 'side', values: ['left', 'right'], registers })

  expect(await page()).toContain('x 0\n')
  watch(async () => 3)
  watchBoth(() => ({ left: 1, right: 2 }))

  expect(await page()).toMatch(/x 3\n[\s\S]*y\{side="left"\} 1\ny\{side="right"\} 2\n/)
})

test('a duration is in seconds, a negative one 0', () => {
  expect([1500, 0, -5].map(inSeconds)).toEqual([1.5, 0, 0])
})
