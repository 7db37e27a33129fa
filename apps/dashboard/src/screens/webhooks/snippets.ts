/** Receivers that verify what they are sent. The secret stays out of the code: it is read from the environment. */
export const verificationSnippets: readonly { name: string; install: string; code: string }[] = [
  {
    name: 'TypeScript',
    install: 'npm install standardwebhooks',
    code: `import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.INLET_WEBHOOK_SECRET ?? '')

// A route of Next.js, Hono, Bun or Deno: whatever takes a Request.
export async function POST(request: Request): Promise<Response> {
  // The body as it came: the signature is of its bytes, not of parsed JSON.
  const body = await request.text()
  try {
    webhook.verify(body, Object.fromEntries(request.headers))
  } catch {
    return new Response(null, { status: 401 })
  }
  const { type, data } = JSON.parse(body)
  // An event may come twice: then with the same webhook-id.
  console.log(request.headers.get('webhook-id'), type, data.otpCode)
  return new Response(null, { status: 204 })
}`,
  },
  {
    name: 'Python',
    install: 'pip install standardwebhooks flask',
    code: `import os

from flask import Flask, request
from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["INLET_WEBHOOK_SECRET"])
app = Flask(__name__)


@app.post("/inlet")
def receive():
    try:
        # The body as it came: the signature is of its bytes, not of parsed JSON.
        event = webhook.verify(request.get_data(), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    # An event may come twice: then with the same webhook-id.
    print(request.headers["webhook-id"], event["type"], event["data"].get("otpCode"))
    return "", 204`,
  },
]
