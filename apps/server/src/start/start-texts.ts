import type { Config } from '@inlet/runtime'
import type { Program } from '../assemble.ts'
import { hostInUrl, ownUrl } from '../own-url.ts'

/** The help of `npm start`. */
export const usage = `Usage: npm start

Starts Inlet: the API and its documentation, the SMTP server and the background work, in one process, until Ctrl-C or SIGTERM.
Without MONGODB_URI it runs a database of its own in the folder .inlet, and sets up a demo service to try.

Settings are environment variables. The first ones that people need:

  HTTP_PORT=8080  SMTP_PORT=2525    ports; 0 lets the system choose
  INLET_DATA_DIR=.inlet             folder of the database and of demo.json
  MONGODB_URI=mongodb://…           a replica set of yours instead
  INLET_ROLE=all                    or http, smtp, worker: what this process does
  PUBLIC_URL=https://…              the address that your users type

All of them are in docs/CONFIG.md. "npm run inlet -- doctor" looks at all that a start needs.`

/** What a start is about to do, before it takes any time. */
export function startingLine(config: Config, { isFirst }: { isFirst: boolean }): string {
  if (config.MONGODB_URI !== undefined) return 'Connecting to the database of MONGODB_URI …'
  if (!isFirst) return `Starting the database in ${config.INLET_DATA_DIR} …`
  const demo = config.INLET_DEMO === false ? '' : ', and then a demo service'
  return `First start: this makes a database in ${config.INLET_DATA_DIR}${demo}. A MongoDB server is fetched if this machine has none.`
}

/** That a process is ready, and where what it serves is. */
export function readyLine(config: Config, program: Omit<Program, 'deps' | 'stop'>): string {
  const { publicUrl, httpPort, smtpPort, metricsPort } = program
  const http = program.servesApi
    ? [`REST ${publicUrl}/v1`, `Docs ${publicUrl}/docs`]
    : [`Probes ${ownUrl(config.HTTP_HOST, httpPort)}/readyz`]
  const smtp = smtpPort === null ? [] : [`SMTP ${hostInUrl(config.SMTP_HOST)}:${smtpPort}`]
  const metrics = metricsPort === null ? [] : [`Metrics ${ownUrl(config.METRICS_HOST, metricsPort)}/metrics`]
  return `Inlet is ready.  ${[...http, ...smtp, ...metrics].join('   ')}`
}

/** Of two servers on one data folder the first has the demo's file. */
export const demoElsewhere = (file: string) =>
  `${file} belongs to another server that runs with the same data folder, and tells its ports.`

/** The demo was made from another folder. */
export const demoWithoutKeys = (file: string) =>
  `The demo service is there, but ${file} does not have its keys, and in a database given by MONGODB_URI they are not made again. Where the demo was made, its folder has them; "npm run inlet -- key create" makes others.`

/** What an operator does in an empty database, where no demo is wanted. */
export const firstCommands = `
There is no service yet. Three commands set one up, each with the same MONGODB_URI:

1. Make a service:
   npm run inlet -- service create --name "Acme"

2. Add a domain to it, and see the DNS records that it needs:
   npm run inlet -- domain add --service ID --hostname mail.example.com

3. Make an API key:
   npm run inlet -- key create --service ID --name "first key" --scope write

"npm run inlet -- doctor" looks at all that the service needs, "npm run inlet -- --help" shows the rest.
`
