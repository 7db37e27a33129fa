import { accessTokens } from './access-tokens.ts'
import type { Guide } from './guide.ts'
import { liveFeed } from './live-feed.ts'
import { locks } from './locks.ts'
import { moving } from './moving.ts'
import { ownPage } from './own-page.ts'
import { publicInboxes } from './public-inboxes.ts'
import { tags } from './tags.ts'
import { client, cypress, packages, playwright, pytest } from './test-runners.ts'
import { timeOuts } from './time-outs.ts'
import { visit } from './visit.ts'
import { waiting } from './waiting.ts'
import { webhookReceivers } from './webhook-receivers.ts'
import { whiteLabel } from './white-label.ts'
import { wildcards } from './wildcards.ts'

/** The guides, in the order of the page. */
export const guides: Guide[] = [
  waiting,
  timeOuts,
  tags,
  accessTokens,
  liveFeed,
  webhookReceivers,
  packages,
  playwright,
  cypress,
  client,
  pytest,
  moving,
  whiteLabel,
  wildcards,
  publicInboxes,
  visit,
  locks,
  ownPage,
]
