import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Lockfile {
  packages: Record<string, { link?: boolean; integrity?: string }>
}

/** The packages that `npm ci` would take whatever the registry gave it; those of this project are links or stand in folders of their own. */
const unverified = ({ packages }: Lockfile) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    .map(([path]) => path)

test.each(['package-lock.json', 'tooling/package-lock.json'])(
  '%s has the digest of each package that is installed',
  (path) => {
    const locked: Lockfile = JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))

    expect(Object.keys(locked.packages).length).toBeGreaterThan(100)
    expect(unverified(locked)).toEqual([])
  },
)

test('a package without a digest, or with a weak one, is found; one of this project needs none', () => {
  const packages = {
    '': {},
    'packages/core': {},
    'node_modules/@inlet/core': { link: true },
    'node_modules/safe': { integrity: 'sha512-abc' },
    'node_modules/bare': {},
    'node_modules/safe/node_modules/weak': { integrity: 'sha1-abc' },
  }

  expect(unverified({ packages })).toEqual(['node_modules/bare', 'node_modules/safe/node_modules/weak'])
})
