import { readFileSync } from 'node:fs'

// The script `start` of package.json is the one place for the flags of Node and the settings of the C library. This file reads them, for
// servers that are started without npm (bench, cluster, tests) and for the tests themselves.
//
// --expose-gc: the program collects what large mails leave behind. These collections are short, and waiting for helper threads, which may
// have no processor, would stop the event loop for longer: hence --no-parallel-scavenge and --no-concurrent-array-buffer-sweeping.
// --…-semi-space-size: a small young generation is collected often and briefly.
// MALLOC_…: glibc gives the freed memory of large mails back to the system instead of keeping it.

const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
const words: string[] = JSON.parse(manifest).scripts.start.split(' ')

/** The flags of Node with which `npm start` runs the server. */
export const startFlags: readonly string[] = words.filter((word) => word.startsWith('--'))

/** The settings of the C library with which `npm start` runs the server. */
export const startEnvironment: Record<string, string> = Object.fromEntries(
  words.filter((word) => word.startsWith('MALLOC_')).map((word) => word.split('=')),
)
