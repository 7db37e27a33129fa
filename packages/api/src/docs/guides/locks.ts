import { limits } from '@inlet/contract'
import { html } from '@inlet/runtime'
import { codeBlock } from '../code-block.ts'
import type { Guide } from './guide.ts'

/** The password of one public inbox, and the access lock before all of a service. */
export const locks: Guide = {
  anchor: 'locks',
  title: 'Inbox passwords and the access lock',
  of: (
    baseUrl,
  ) => html`<p><strong>A password for one inbox</strong> is set where the service makes its address. Each visitor’s call to the inbox sends it as <code>X-Inbox-Password</code>, in UTF-8: without it the answer is 401 <code>inbox_password_required</code>, with another one 401 <code>inbox_password_invalid</code>. Callers with an API key need no password.</p>
${codeBlock(
  'Make an address with a password',
  `curl "${baseUrl}/services/$INLET_SERVICE/addresses" \\
  -H "X-API-Key: $INLET_KEY" -H 'Content-Type: application/json' \\
  -d "{\\"domainId\\":\\"$INLET_DOMAIN\\",\\"localPart\\":\\"team\\",\\"password\\":\\"correct horse\\"}"`,
)}
${codeBlock(
  'Open an inbox with its password',
  `curl "${baseUrl}/public/inbox/team@YOUR_DOMAIN" -H 'X-Inbox-Password: correct horse'`,
)}
<p><strong>The access lock</strong> closes all public inboxes of a service: without an unlock token their calls are 401 <code>unlock_required</code>. The operator switches it on and off. Mail is received as before.</p>
${codeBlock(
  'Switch the access lock on, and off again',
  `npm run inlet -- service change --id SERVICE_ID --lock-password-stdin < password.txt
npm run inlet -- service change --id SERVICE_ID --lock off`,
)}
<p>A visitor unlocks the service with that password, for ${String(limits.unlockedHours)} hours, and sends the token with each call. All tokens end when the password changes.</p>
${codeBlock(
  'Unlock a service',
  `TOKEN=$(curl -s "${baseUrl}/public/unlock" -H 'Content-Type: application/json' \\
  -d '{"host":"YOUR_DOMAIN","password":"open sesame"}' | node -p 'JSON.parse(fs.readFileSync(0)).data.token')
curl "${baseUrl}/public/unlock-status?host=YOUR_DOMAIN&token=$TOKEN"
curl "${baseUrl}/public/inbox/code@YOUR_DOMAIN" -H "X-Unlock-Token: $TOKEN"`,
)}
<p>Guesses are limited: ${String(limits.unlocksPerQuarterHour)} tries to unlock in 15 minutes for each client IP, and ${String(limits.wrongInboxPasswordsPerQuarterHour)} wrong inbox passwords for each inbox and for each client IP. Then the answer is 429, the right password’s too.</p>`,
}
