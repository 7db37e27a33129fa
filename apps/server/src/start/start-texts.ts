import type { Config } from '@inlet/runtime'
import type { Program } from '../assemble.ts'
import { calls } from '../calls.ts'
import { hostInUrl, ownHost, ownUrl } from '../own-url.ts'

/** The help of `npm start`. */
export const usage = `Usage: ${calls.start}

Starts Inlet: the API and its documentation, the SMTP server and the background jobs, in one process, until Ctrl-C or SIGTERM.
Without MONGODB_URI it runs a database of its own in the folder .inlet, and creates a demo service to try.

Settings are environment variables. The most important ones:

  HTTP_PORT=8080  SMTP_PORT=2525    ports; 0 lets the system choose
  INLET_DATA_DIR=.inlet             folder of the database and of demo.json
  MONGODB_URI=mongodb://…           your own replica set instead
  INLET_ROLE=all                    or http, smtp, worker: the role of this process
  PUBLIC_URL=https://…              the URL that your users type

All settings are in docs/CONFIG.md. "${calls.inlet} doctor" checks everything that a start needs.`

/** Node was started directly, as in a container image. */
export const withoutFlags = `Node runs without the flags of "${calls.start}" (script start in package.json): large mails take more memory.`

/** The first line of a start: what it is going to do. */
export function startingLine(config: Config, { isFirst }: { isFirst: boolean }): string {
  if (config.MONGODB_URI !== undefined) return 'Connecting to the database of MONGODB_URI …'
  if (!isFirst) return `Starting the database in ${config.INLET_DATA_DIR} …`
  const demo = config.INLET_DEMO === false ? '' : ', and then a demo service'
  return `First start: this makes a database in ${config.INLET_DATA_DIR}${demo}. A MongoDB server is fetched if this machine has none.`
}

/** The lines that report the process as ready, with the addresses of its servers. */
export function readyLine(config: Config, program: Omit<Program, 'deps' | 'stop'>): string {
  const { publicUrl, httpPort, smtpPort, metricsPort } = program
  const http = program.servesApi
    ? [`REST ${publicUrl}/v1`, `Docs ${publicUrl}/docs`]
    : [`Probes ${ownUrl(config.HTTP_HOST, httpPort)}/readyz`]
  const smtp = smtpPort === null ? [] : [`SMTP ${hostInUrl(ownHost(config.SMTP_HOST))}:${smtpPort}`]
  const metrics = metricsPort === null ? [] : [`Metrics ${ownUrl(config.METRICS_HOST, metricsPort)}/metrics`]
  const dashboard = program.servesApi ? `\nDashboard, in a browser: ${publicUrl}/dashboard` : ''
  return `Inlet is ready.  ${[...http, ...smtp, ...metrics].join('   ')}${dashboard}`
}

/** Of several servers on one data folder the first holds the demo file. */
export const demoElsewhere = (file: string) =>
  `${file} belongs to another server that runs with the same data folder, and has the ports of that one.`

/** The demo was created by a server with another data folder. */
export const demoWithoutKeys = (file: string) =>
  `The demo service is there, but ${file} does not have its keys, and in a database given by MONGODB_URI they are not made again. Where the demo was made, its folder has them; "${calls.inlet} key create" makes others.`

/** The first commands for an empty database without a demo. */
export const firstCommands = `
There is no service yet. Three commands create one, each with the same MONGODB_URI:

1. Create a service:
   ${calls.inlet} service create --name "Acme"

2. Add a domain to it, and see the DNS records that it needs:
   ${calls.inlet} domain add --service ID --hostname mail.example.com

3. Create an API key:
   ${calls.inlet} key create --service ID --name "first key" --scope write

"${calls.inlet} doctor" checks everything that the service needs, "${calls.inlet} --help" shows the other commands.
`
