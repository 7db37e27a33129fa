import { existsSync } from 'node:fs'

// The archive for one machine has the program `inlet` at its top and no npm; a checkout has no file of that name.
const isArchive = existsSync(new URL('../../../inlet', import.meta.url))

/** How people call the programs here, for texts that name a command. `jsonHint` is for the output of commands that others read. */
export const calls = isArchive
  ? { start: './inlet', inlet: './inlet', send: './inlet send', node: 'bin/node', jsonHint: '' }
  : {
      start: 'npm start',
      inlet: 'npm run inlet --',
      send: 'npm run send --',
      node: 'node',
      jsonHint: ' Call one with --json as "npm run -s", so that npm adds no lines of its own.',
    }
