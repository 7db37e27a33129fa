interface Inbox {
  address: string
  /** The newest message of the inbox: only a later one is waited for. */
  after?: string | undefined
}

/** In samples for no address in particular. */
export const sampleAddress = 'code@example.com'

/** Code that reads the newest code of an inbox with a key, waiting for it. */
export function snippets(
  publicUrl: string,
  key: string,
  { address, after }: Inbox = { address: sampleAddress },
): { name: string; code: string }[] {
  const base = `${publicUrl.replace(/\/$/, '')}/v1`
  const later = after === undefined ? '' : `&after=${after}`
  const path = `/inboxes/${address}/messages?hasOtp=true&waitSeconds=30${later}`
  return [
    { name: 'curl', code: `curl "${base}${path}" \\\n  -H "X-API-Key: ${key}"` },
    {
      name: 'TypeScript',
      code: `const answer = await fetch(
  '${base}${path}',
  { headers: { 'X-API-Key': '${key}' } },
)
const { data: [message] } = await answer.json()
console.log(message?.otpCode)`,
    },
    {
      name: 'Python',
      code: `import requests

answer = requests.get(
    "${base}${path}",
    headers={"X-API-Key": "${key}"},
    timeout=40,
)
messages = answer.json()["data"]
print(messages[0]["otpCode"] if messages else None)`,
    },
  ]
}
