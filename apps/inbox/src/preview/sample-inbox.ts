import type { PublicMessage, PublicMessageListItem } from '@inlet/contract'
import { computed, signal } from '@preact/signals'
import type { OpenInbox } from '../inbox/open-inbox.ts'

const minuteMs = 60_000
const yearMs = 365 * 24 * 60 * minuteMs
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()
const lasting = new Date(Date.now() + 10 * yearMs).toISOString()

/** The message that is open in the preview. */
export const sampleMessageId = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'

const base = { tags: [], expiresAt: lasting, isRead: true, otpCode: null }

const messages: readonly PublicMessageListItem[] = [
  {
    ...base,
    id: sampleMessageId,
    fromAddr: 'login@shop.example',
    fromName: 'Example Shop',
    subject: 'Your code is 482913',
    preview: 'Enter 482913 to log in. The code is valid for ten minutes.',
    isRead: false,
    otpCode: '482913',
    receivedAt: ago(1),
  },
  {
    ...base,
    id: '01JD3Q6Z5V8XK2M4N6P8R0T2W4',
    fromAddr: 'orders@shop.example',
    fromName: 'Example Shop',
    subject: 'Your order is on its way',
    preview: 'It leaves our warehouse today, and is with you in two days.',
    receivedAt: ago(38),
  },
  {
    ...base,
    id: '01JD3Q5Z5V8XK2M4N6P8R0T2W4',
    fromAddr: 'welcome@travel.example',
    fromName: 'Travel Club',
    subject: 'Welcome on board',
    preview: 'Confirm your address to finish your registration.',
    receivedAt: ago(95),
  },
]

const html =
  '<!doctype html><meta charset="utf-8"><style>body{font:15px/1.6 system-ui,sans-serif;margin:24px;color:#1c1f24;background:#fff}b{font-size:24px;letter-spacing:.08em}</style><p>Hello,</p><p>enter this code to log in:</p><p><b>482913</b></p><p>It is valid for ten minutes.</p>'

/** An inbox with sample mails, for which nothing is asked of the server. */
export function sampleInbox(address: string): OpenInbox {
  const sample = ({ id, fromAddr, fromName, subject, receivedAt, otpCode }: PublicMessageListItem): PublicMessage => ({
    ...{ id, fromAddr, fromName, subject, receivedAt, otpCode },
    renderedHtml: html,
    blockedLoads: 0,
    links: [],
    attachments: [],
  })
  const nothing = async () => {}
  return {
    address,
    phase: signal({ state: 'ready' }),
    facts: signal({
      full: address,
      hostname: address.slice(address.indexOf('@') + 1),
      hasPassword: false,
      hasOwner: false,
      expiresAt: lasting,
      ttlSecondsLeft: 0,
    }),
    messages: computed(() => [...messages]),
    olderCursor: signal(null),
    isLoadingOlder: signal(false),
    mayDelete: computed(() => true),
    connection: computed(() => ({ state: 'live' as const })),
    open: nothing,
    retry: () => {},
    known: (id) => {
      const found = messages.find((each) => each.id === id)
      return found ? sample(found) : null
    },
    readMessage: async () => await new Promise(() => {}),
    clear: () => {},
    drop: () => {},
    setExpiresAt: () => {},
    loadOlder: nothing,
    close: () => {},
  }
}
