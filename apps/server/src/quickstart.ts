import type { Demo } from './demo.ts'

/** The first start's lesson: three commands to copy. The keys stay in their file, so that no log of a terminal holds them. */
export function quickstart(demo: Demo, file: string): string {
  const key = `$(node -p "JSON.parse(fs.readFileSync('${file}')).apiKeys.write")`
  const address = `code@${demo.domain.hostname}`
  return `
A demo service with the domain ${demo.domain.hostname} is set up; its keys are in ${file}.
Try it in another terminal:

1. Create an address:
   curl -X POST "${demo.baseUrl}/services/${demo.service.id}/addresses" \\
     -H "X-API-Key: ${key}" -H 'Content-Type: application/json' \\
     -d '{"domainId":"${demo.domain.id}","localPart":"code"}'

2. Send it a verification mail:
   npm run send -- --to ${address} --code 482913

3. Read the code (this call waits up to 30 s for a mail with one):
   curl "${demo.baseUrl}/inboxes/${address}/messages?hasOtp=true&waitSeconds=30" \\
     -H "X-API-Key: ${key}"
`
}
