import { expect, test } from 'vitest'
import { dashboardHeaders, dashboardPage } from './dashboard-page.ts'

const index =
  '<html lang="en" data-base="/dashboard/"><script src="./assets/a-1.js"></script><link href="./assets/a-1.css">'

test('the page has the base in its tag and before each of its files, as a text', () => {
  const page = dashboardPage(index)

  expect(page('/dashboard/')).toBe(index.replaceAll('./assets/', '/dashboard/assets/'))
  expect(page("/a&b'$&/dashboard/")).toBe(
    '<html lang="en" data-base="/a&amp;b&#39;$&amp;/dashboard/"><script src="/a&amp;b&#39;$&amp;/dashboard/assets/a-1.js"></script><link href="/a&amp;b&#39;$&amp;/dashboard/assets/a-1.css">',
  )
})

test('a bundle without one of the places is refused', () => {
  expect(() => dashboardPage(index.replace('data-base', 'base'))).toThrow('data-base="/dashboard/"')
  expect(() => dashboardPage(index + index)).toThrow('data-base="/dashboard/"')
  expect(() => dashboardPage(index.replaceAll('./assets/', '/assets/'))).toThrow('"./assets/')
})

test('calls go to the own host and to the origins of the login, each once, and no origin can add to the policy', () => {
  const policyFor = (...origins: string[]) => dashboardHeaders(origins)['Content-Security-Policy']
  const called = (...origins: string[]) => /connect-src ([^;]*); frame-src/.exec(policyFor(...origins))?.[1]

  expect(called()).toBe("'self'")
  expect(called('https://login.example', 'http://[::1]:9', 'https://login.example')).toBe(
    "'self' https://login.example http://[::1]:9",
  )
  expect(called('https://a;script-src', 'https://a,b', 'null', '*', "'unsafe-inline'", 'https://a b', '')).toBe(
    "'self'",
  )
})
