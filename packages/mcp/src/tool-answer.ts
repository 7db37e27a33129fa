import { InletError, InletTimeoutError } from '@inlet/client'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { describeList } from './describe-mails.ts'

/** The answer of a tool: its text, or what went wrong, as the protocol's errors of tools. */
export async function toolAnswer(work: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await work() }] }
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: describeError(error) }] }
  }
}

/** No error of the client has the key in it; what others say, nobody knows. */
function describeError(error: unknown): string {
  if (error instanceof InletTimeoutError) return describeTimeout(error)
  return error instanceof InletError ? error.message : 'The call failed for an unknown reason.'
}

/** The client's own words quote the subjects of mails. */
function describeTimeout({ address, received, cause }: InletTimeoutError): string {
  const failed = cause instanceof InletError ? ` The last call failed: ${cause.message}` : ''
  const first = `No mail that fits came to ${address} in time.${failed}`
  if (received.length === 0) return `${first} Nothing came since the inbox was opened. Call again to wait longer.`
  return `${first} This came since the inbox was opened:\n${describeList(received)}`
}
