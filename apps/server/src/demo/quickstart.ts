import { calls } from '../calls.ts'
import type { Demo } from './demo-file.ts'

/**
 * The text after the first start: commands to copy. Keys, password and token are read from the demo file, so that no terminal log has them.
 * `httpPort` is the one at which this machine's browser reaches the page of the demo's domain.
 */
export function quickstart(demo: Demo, { file, httpPort }: { file: string; httpPort: number }): string {
  const docsUrl = `${demo.baseUrl.replace(/\/v1$/, '')}/docs`
  const inFile = (path: string) => `$(${calls.node} -p "JSON.parse(fs.readFileSync('${file}')).${path}")`
  const key = inFile('apiKeys.write')
  const address = `code@${demo.domain.hostname}`
  return `
There is a demo service with the domain ${demo.domain.hostname}. Its API keys are in ${file}.
${demo.user ? dashboardLogin(demo.user.email, file) : ''}Try it in a second terminal, in this folder:

1. Create an address:
   curl -X POST "${demo.baseUrl}/services/${demo.service.id}/addresses" \\
     -H "X-API-Key: ${key}" -H 'Content-Type: application/json' \\
     -d '{"domainId":"${demo.domain.id}","localPart":"code"}'

2. Send it a verification mail:
   ${calls.send} --to ${address} --code 482913

3. Read the code (this call waits up to 30 s for a mail with one):
   curl "${demo.baseUrl}/inboxes/${address}/messages?hasOtp=true&waitSeconds=30" \\
     -H "X-API-Key: ${key}"
${demo.accessToken ? login(demo, inFile('accessToken')) : ''}
The page that visitors of the domain see, in a browser on this machine: http://${demo.domain.hostname}:${httpPort}/
Everything else is in the documentation: ${docsUrl}
To end the server: Ctrl-C. All data stays in the folder, for the next "${calls.start}".
`
}

function dashboardLogin(email: string, file: string): string {
  return `Log in to the dashboard as ${email} with the password that this prints:
   ${calls.node} -p "JSON.parse(fs.readFileSync('${file}')).user.password"

`
}

const login = (demo: Demo, token: string) => `
People log in and send an access token instead of a key. The file has one of the demo's owner, for 24 hours, and the
e-mail address and password that go with it:

4. See who you are:
   curl "${demo.baseUrl}/me" -H "Authorization: Bearer ${token}"
`
