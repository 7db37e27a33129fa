import { type WebhookTargets, webhookTargets } from '@inlet/core'
import type { Config } from '@inlet/runtime'

const ownMachine = ['127.0.0.0/8', '::1']

/** Where this installation may send events to. With the embedded database it is a developer's: the machine itself is allowed. */
export function allowedTargets({ WEBHOOK_ALLOW_PRIVATE, MONGODB_URI }: Config): WebhookTargets {
  return webhookTargets([...WEBHOOK_ALLOW_PRIVATE, ...(MONGODB_URI === undefined ? ownMachine : [])])
}
