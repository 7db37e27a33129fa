import type { Fetch } from './authorized-fetch.ts'
import { RefusedCall, readCallError } from './call-error.ts'

/**
 * Makes the reader of files of the REST API, whose bytes are on no typed path: the raw source of a message, an attachment, an export.
 * `root` is the URL of the installation.
 */
export const fileReader =
  (fetch: Fetch, root: URL) =>
  /**
   * @param path below `/v1`, such as `/messages/01…/raw`
   * @throws RefusedCall where the answer is no file, and what `fetch` throws
   */
  async (path: string, headers: Record<string, string> = {}): Promise<Blob> => {
    const answer = await fetch(new URL(`v1${path}`, root).href, { headers })
    if (!answer.ok) throw new RefusedCall(await readCallError(answer))
    return await answer.blob()
  }
