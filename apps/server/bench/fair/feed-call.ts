import { beginCall, type Call } from './call.ts'

/** A live feed of a service, from a position on. */
interface FeedPlace {
  serviceId: string
  token: string
  lastEventId?: string
}

const idLine = /^id: (.+)\n/gm

/** The call that opens a live feed. */
export function feedCall({ token, ...input }: FeedPlace): Call {
  return {
    path: `/trpc/live?input=${encodeURIComponent(JSON.stringify(input))}`,
    headers: { authorization: `Bearer ${token}` },
  }
}

/**
 * Opens a live feed and leaves it with its first position: that of an event which it missed, of a `resync`, or of the feed where it missed
 * nothing. @throws with the status of a refusal
 */
export async function firstPosition(origin: string, place: FeedPlace): Promise<string> {
  const answer = await beginCall(origin, feedCall(place))
  if (!answer.ok || !answer.body) throw new Error(String(answer.status))
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body) {
    text += decoder.decode(chunk, { stream: true })
    const position = [...text.matchAll(idLine)].at(-1)?.[1]
    if (position !== undefined) return position
  }
  throw new Error('the feed ended')
}
