import { expect } from 'vitest'
import type { Answer } from './world.ts'

/** An item of any list. */
interface Listed {
  id: string
  [field: string]: unknown
}

/** Walks a list from its newest item to its end, as a client does; `between` runs after each page. @returns the items in order */
export async function walkPages(
  ask: (cursor: string) => Promise<Answer>,
  between: (page: Listed[]) => Promise<void> = async () => {},
): Promise<Listed[]> {
  const items: Listed[] = []
  let cursor = ''
  for (;;) {
    const { status, body, text } = await ask(cursor)
    expect(status, text).toBe(200)
    items.push(...body.data)
    await between(body.data)
    if (!body.meta.hasMore) return items
    expect(body.meta.cursor).not.toBe(cursor)
    cursor = body.meta.cursor
  }
}
