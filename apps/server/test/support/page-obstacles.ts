import type { Visitor } from './inbox-page.ts'

/** The calls of the page for an inbox, as a pattern of Playwright's. */
export const inboxCalls = '**/v1/public/inbox/*'

/** The request that an answer of `answerWith` names. */
const requestId = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'

/** Has the page's calls answered with an error from now on, those for an inbox if `calls` names no others; `wait` is `Retry-After`, in seconds. */
export async function answerWith(
  { page }: Visitor,
  { status, code, wait, calls = `${inboxCalls}*` }: { status: number; code: string; wait?: number; calls?: string },
): Promise<void> {
  const headers: Record<string, string> = wait === undefined ? {} : { 'Retry-After': String(wait) }
  const error = { code, message: 'In place of the server', requestId }
  await page.route(calls, (route) => route.fulfill({ status, headers, json: { error } }))
}

/** Ends the call that the server holds for an open inbox, so that the page makes the next one. */
export async function endLongPoll({ page, context }: Visitor): Promise<void> {
  await context.setOffline(true)
  await page.locator('.connection.is-offline').waitFor()
  await context.setOffline(false)
}
