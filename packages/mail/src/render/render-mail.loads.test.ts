import { expect, test } from 'vitest'
import { renderMail } from './render-mail.ts'

const blockedIn = (htmlBody: string) =>
  renderMail({ textBody: '', htmlBody, images: new Map(), theme: 'light' }).blockedLoads

test.each([
  ['<picture><source media="(max-width:9px)" srcset="http://a.example/1"><img src="http://a.example/2"></picture>', 1],
  ['<picture><source srcset="http://a.example/1"><source srcset="http://a.example/2"></picture>', 2],
  ['<table background="cid:x"><tr><td background="#ffffff">x', 0],
  ['<table background="http://a.example/1"><tr><td background="//a.example/2">x', 2],
  ['<link rel=canonical href="http://a.example/"><link rel=preconnect href="http://a.example/">', 0],
  ['<link rel="alternate stylesheet" href="http://a.example/1"><link rel=ICON href="http://a.example/2">', 2],
])('%s: what a browser would load is counted, each picture once: %i', (html, loads) => {
  expect(blockedIn(html)).toBe(loads)
})
