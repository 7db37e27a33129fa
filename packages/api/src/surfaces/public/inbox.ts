import {
  clearPublicInboxInput,
  deletePublicMessageInput,
  extendPublicAddressInput,
  extendPublicAddressOutput,
  generateAddressInput,
  generateAddressOutput,
  limits,
  mailHost,
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
import { visit } from '../../access/visit.ts'
import { listWithWait } from '../../wait/list-with-wait.ts'
import { noContent } from '../dashboard/shared.ts'
import { hostRefusals, inboxRefusals, ownerRefusals, siteOf } from './refusals.ts'
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
        description: `With the local part that is asked for, or a random one. Its owner is whoever has the session token. One that never receives a mail is removed after ${limits.idleAddressDays} days.`,
        successDescription: 'The new address with its session token.',
      },
      status: 201,
      headers: { 'X-Unlock-Token': 'unlockToken' },
      refusals: {
        ...hostRefusals,
        PAYMENT_REQUIRED: 'The plan of the domain’s service has no room for more addresses (`quota_exceeded`).',
        CONFLICT: 'The local part is taken, or reserved (`address_exists`).',
      },
    })
    .input(generateAddressInput)
    .output(generateAddressOutput)
    .mutation(async ({ ctx, input }) => ({
      data: { address: await generateAddress(ctx.deps, await ctx.sites.findSite(input.hostname), input) },
    })),

  readPublicInbox: visitorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/public/inbox/{address}',
        operationId: 'readPublicInbox',
        tags: ['Web inbox'],
        summary: 'Read an inbox, or wait for its next message',
        description: `Newest first. An address that does not exist yet is an empty inbox: its first mail creates it. With \`waitSeconds\` the answer is held until a message matches; a client address holds at most ${limits.longPollsPerVisitor} such calls at a time. Lock and password are checked again before a held call is answered; when the server shuts down meanwhile, it is answered 503 with \`Retry-After: 1\`.`,
        successDescription: 'The inbox with a page of its messages.',
      },
      headers: readerHeaders,
      refusals: {
        ...inboxRefusals,
        TOO_MANY_REQUESTS: `${inboxRefusals.TOO_MANY_REQUESTS.slice(0, -1)}, or too many calls that it holds with \`waitSeconds\`.`,
      },
    })
    .input(readPublicInboxInput)
    .output(readPublicInboxOutput)
    .query(async ({ ctx, input }) => {
      let visitor = await visit(ctx, input)
      const reauthenticate = async (earlier: VisitorCaller) => {
        visitor = await visit(ctx, input, earlier)
        return visitor
      }
      const page = await listWithWait({ ...ctx, caller: visitor, reauthenticate }, input)
      return toPublicInbox(ctx.deps, { site: await siteOf(ctx, mailHost(input.address) ?? ''), visitor, page })
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
          'As a whole HTML document that is safe to show: no script, no form, and nothing is loaded from anywhere; images of the mail itself are in it. A mail that cannot be rendered is shown as its text, without attachments. This changes the message, so there is no `HEAD`.',
        successDescription: 'The message.',
      },
      headers: readerHeaders,
      refusals: {
        ...inboxRefusals,
        NOT_FOUND: `${hostRefusals.NOT_FOUND} Or there is no such message in the inbox.`,
        TOO_MANY_REQUESTS: `${inboxRefusals.TOO_MANY_REQUESTS.slice(0, -1)}, or too many mails that wait to be rendered for it.`,
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
        description:
          'It is gone for every reader at once. Where the address has an owner, only its session may do this.',
        successDescription: 'Deleted.',
      },
      headers: visitorHeaders,
      refusals: { ...ownerRefusals, NOT_FOUND: `${hostRefusals.NOT_FOUND} Or there is no such message in the inbox.` },
      status: 204,
    })
    .input(deletePublicMessageInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => deleteMessage(ctx.deps, await visit(ctx, input), input.messageId)),

  clearPublicInbox: visitorProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/public/inbox/{address}',
        operationId: 'clearPublicInbox',
        tags: ['Web inbox'],
        summary: 'Delete all messages of an inbox',
        description:
          'They are gone for every reader at once; the address remains. Where it has an owner, only its session may do this.',
        successDescription: 'Deleted, or there were none.',
      },
      headers: visitorHeaders,
      refusals: ownerRefusals,
      status: 204,
    })
    .input(clearPublicInboxInput)
    .output(noContent)
    .mutation(async ({ ctx, input }) => {
      const visitor = await visit(ctx, input)
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
        description: `Sets the far-future \`expiresAt\` to \`extraSeconds\` after what it was, or after ten years from now if that is later. Addresses are permanent: nothing needs this. Without a body, ${limits.extendSeconds} seconds.`,
        successDescription: 'The new `expiresAt`.',
      },
      headers: visitorHeaders,
      refusals: {
        ...ownerRefusals,
        UNAUTHORIZED: `${inboxRefusals.UNAUTHORIZED} Or no session was sent (\`session_required\`).`,
        NOT_FOUND: `${hostRefusals.NOT_FOUND} Or there is no such address yet.`,
      },
    })
    .input(extendPublicAddressInput)
    .output(extendPublicAddressOutput)
    .mutation(async ({ ctx, input: { extraSeconds, ...entry } }) => {
      const visitor = await visit(ctx, entry)
      const { expiresAt } = await extendAddress(ctx.deps, visitor, { id: visitor.inbox?.id ?? '', extraSeconds })
      return { data: { expiresAt, ttlSecondsLeft: 0 } }
    }),
}
