import {
  clearPublicInboxInput,
  deletePublicMessageInput,
  extendPublicAddressInput,
  extendPublicAddressOutput,
  generateAddressInput,
  generateAddressOutput,
  limits,
  readPublicInboxInput,
  readPublicInboxOutput,
  readPublicMessageInput,
  readPublicMessageOutput,
  visitorHeaders,
} from '@inlet/contract'
import {
  clearInbox,
  deleteMessage,
  extendAddress,
  generateAddress,
  toPublicInbox,
  type VisitorCaller,
} from '@inlet/core'
import { visitorProcedure } from '../../access/procedures.ts'
import { countingNewAddress } from '../../access/rate-limits.ts'
import { visit } from '../../access/visit.ts'
import { noContent } from '../../procedure/no-content.ts'
import { listWithWait } from '../../wait/list-with-wait.ts'
import { hostRefusals, inboxRefusals, ownerRefusals } from './refusals.ts'
import { renderedMessage } from './rendered-message.ts'

const { 'X-Inbox-Session': _, ...readerHeaders } = visitorHeaders

/** Inboxes, as visitors use them (specification section 4.3). */
export const inboxProcedures = {
  generatePublicAddress: visitorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/public/inbox/generate',
        operationId: 'generatePublicAddress',
        tags: ['Web inbox'],
        summary: 'Make an address',
        description: `Creates an address with the given local part or a random one. The holder of the session token owns it. An address that never receives mail is removed after ${limits.idleAddressDays} days, and members of the service may delete one without mail earlier. Each client may make ${limits.newAddressesPerHour} addresses an hour, counted together with those that its mails make, and visitors and first mails together half of those that the plan of the service allows.`,
        successDescription: 'The new address with its session token.',
      },
      status: 201,
      headers: { 'X-Unlock-Token': 'unlockToken' },
      refusals: {
        ...hostRefusals,
        PAYMENT_REQUIRED:
          'The service of the domain has reached the limit of addresses of its plan (`quota_exceeded`).',
        CONFLICT: 'The local part is taken or reserved (`address_exists`).',
        TOO_MANY_REQUESTS: `${hostRefusals.TOO_MANY_REQUESTS.slice(0, -1)}, too many new addresses of it in this hour, or visitors and first mails have used their share of the plan (\`visitor_share_used\`).`,
      },
    })
    .input(generateAddressInput)
    .output(generateAddressOutput)
    .mutation(async ({ ctx, input }) => {
      const site = await ctx.sites.findSite(input.hostname)
      const address = await countingNewAddress(ctx, () => generateAddress(ctx.deps, site, input))
      return { data: { address } }
    }),

  readPublicInbox: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/inbox/{address}',
        operationId: 'readPublicInbox',
        tags: ['Web inbox'],
        summary: 'Read an inbox, or wait for its next message',
        description: `Newest first. An address that does not exist yet is an empty inbox; its first mail creates it. With \`waitSeconds\` the call waits until a message matches; each client address may have ${limits.longPollsPerVisitor} waiting calls at a time. Lock and password are checked again before the response. If the server shuts down meanwhile, it answers 503 with \`Retry-After: 1\`.`,
        successDescription: 'The inbox with a page of its messages.',
      },
      headers: readerHeaders,
      refusals: {
        ...inboxRefusals,
        TOO_MANY_REQUESTS: `${inboxRefusals.TOO_MANY_REQUESTS.slice(0, -1)}, or too many of its calls waiting with \`waitSeconds\`.`,
      },
    })
    .input(readPublicInboxInput)
    .output(readPublicInboxOutput)
    .query(async ({ ctx, input }) => {
      let entry = await visit(ctx, input)
      const reauthenticate = async (earlier: VisitorCaller) => {
        entry = await visit(ctx, input, earlier)
        return entry.visitor
      }
      const page = await listWithWait({ ...ctx, caller: entry.visitor, reauthenticate }, input)
      return toPublicInbox(ctx.deps, { ...entry, page })
    }),

  readPublicMessage: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/inbox/{address}/messages/{messageId}',
        operationId: 'readPublicMessage',
        tags: ['Web inbox'],
        summary: 'Read a message of an inbox and mark it read',
        description:
          'Returns an HTML document that is safe to display: it has no scripts and no forms, loads nothing from elsewhere, and embeds the images of the mail. If the mail cannot be rendered, the document shows its text, without attachments. The call changes the message, so it has no `HEAD`.',
        successDescription: 'The message.',
      },
      headers: readerHeaders,
      refusals: {
        ...inboxRefusals,
        NOT_FOUND: `${hostRefusals.NOT_FOUND} Or the inbox has no such message.`,
        TOO_MANY_REQUESTS: `${inboxRefusals.TOO_MANY_REQUESTS.slice(0, -1)}, or too many mails waiting to be rendered for it.`,
      },
      exposeHead: false,
    })
    .input(readPublicMessageInput)
    .output(readPublicMessageOutput)
    .query(async ({ ctx, input }) => ({ data: await renderedMessage(ctx, input) })),

  deletePublicMessage: visitorProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/public/inbox/{address}/messages/{messageId}',
        operationId: 'deletePublicMessage',
        tags: ['Web inbox'],
        summary: 'Delete a message of an inbox',
        description: 'It disappears for all readers at once. If the address has an owner, only its session may delete.',
        successDescription: 'Deleted.',
      },
      headers: visitorHeaders,
      refusals: { ...ownerRefusals, NOT_FOUND: `${hostRefusals.NOT_FOUND} Or the inbox has no such message.` },
      status: 204,
    })
    .input(deletePublicMessageInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => {
      const { visitor } = await visit(ctx, input)
      await deleteMessage(ctx.deps, visitor, input.messageId)
    }),

  clearPublicInbox: visitorProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/public/inbox/{address}',
        operationId: 'clearPublicInbox',
        tags: ['Web inbox'],
        summary: 'Delete all messages of an inbox',
        description:
          'They disappear for all readers at once; the address remains. If it has an owner, only its session may delete.',
        successDescription: 'Deleted, or there were none.',
      },
      headers: visitorHeaders,
      refusals: ownerRefusals,
      status: 204,
    })
    .input(clearPublicInboxInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => {
      const { visitor } = await visit(ctx, input)
      // An inbox that does not exist yet is an empty one.
      if (visitor.inbox) await clearInbox(ctx.deps, visitor, visitor.inbox.id)
    }),

  extendPublicAddress: visitorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/public/inbox/{address}/extend',
        operationId: 'extendPublicAddress',
        tags: ['Web inbox'],
        summary: 'Extend an address',
        description: `Moves the far-future \`expiresAt\` to \`extraSeconds\` after its old value or after ten years from now, whichever is later. Addresses are permanent, so you do not need this call. The default is ${limits.extendSeconds} seconds.`,
        successDescription: 'The new `expiresAt`.',
      },
      headers: visitorHeaders,
      refusals: {
        ...ownerRefusals,
        UNAUTHORIZED: `${inboxRefusals.UNAUTHORIZED} Or no session was sent (\`session_required\`).`,
        NOT_FOUND: `${hostRefusals.NOT_FOUND} Or the address does not exist yet.`,
      },
    })
    .input(extendPublicAddressInput)
    .output(extendPublicAddressOutput)
    .mutation(async ({ ctx, input: { extraSeconds, ...input } }) => {
      const { visitor } = await visit(ctx, input)
      const { expiresAt } = await extendAddress(ctx.deps, visitor, { id: visitor.inbox?.id ?? '', extraSeconds })
      return { data: { expiresAt, ttlSecondsLeft: 0 } }
    }),
}
