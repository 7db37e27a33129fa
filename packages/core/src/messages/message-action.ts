import type { Action } from '@inlet/contract'
import { clearTarget } from '@inlet/mail'
import { getDomain } from 'tldts'
import { type Caller, permitted } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import type { MessageDoc } from './message-model.ts'
import { unpackSummary } from './message-shapes.ts'
import { findVisibleMessage, need } from './read-message.ts'

/**
 * Reads the link for which a message was sent; null where it has none. Does not mark the message read. A user needs the role viewer.
 * @throws NOT_FOUND; FORBIDDEN `wrong_service`
 */
export async function readAction(deps: Deps, caller: Caller, id: string): Promise<Action | null> {
  return toAction(permitted(caller, await findVisibleMessage(deps, id), need))
}

function toAction({
  action,
  summary,
  receivedAt,
}: Pick<MessageDoc, 'action' | 'summary' | 'receivedAt'>): Action | null {
  if (!action) return null
  const { url, text, kind, lifetimeSeconds } = action
  return {
    url,
    host: isOfWeb(url) ? (URL.parse(url)?.host ?? '') : '',
    text: text === '' ? url : text,
    kind,
    isSendersDomain: isOfSender(clearTarget(url) ?? url, unpackSummary(summary).fromAddr),
    expiresAt: lifetimeSeconds === null ? null : new Date(receivedAt.getTime() + lifetimeSeconds * 1_000).toISOString(),
  }
}

const isOfWeb = (url: string): boolean => /^https?:/i.test(url)

function isOfSender(url: string, fromAddr: string): boolean {
  const host = isOfWeb(url) ? URL.parse(url)?.hostname : undefined
  // As a URL has it: in lower case, and its labels in ASCII.
  const sender = URL.parse(`https://${fromAddr.slice(fromAddr.lastIndexOf('@') + 1)}/`)?.hostname
  return host !== undefined && sender !== undefined && organizationOf(host) === organizationOf(sender)
}

/** The organizational domain by the Public Suffix List, with its private suffixes. */
const organizationOf = (host: string): string => getDomain(host, { allowPrivateDomains: true }) ?? host
