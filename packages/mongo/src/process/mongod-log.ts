import { open, stat } from 'node:fs/promises'
import { z } from 'zod'

/** A line of mongod's log, as far as it says why mongod ended. */
const logLine = z.object({
  s: z.enum(['F', 'E']),
  id: z.number(),
  msg: z.string(),
  attr: z
    .object({
      error: z.union([z.string(), z.number()]).optional(),
      reason: z.string().optional(),
      msgid: z.number().optional(),
      expr: z.string().optional(),
      file: z.string().optional(),
      line: z.number().optional(),
      // WiredTiger's own message. Its text may contain bytes of the data, and is left out.
      message: z.object({ error_str: z.string() }).optional().catch(undefined),
    })
    .default({}),
})

type LogLine = z.infer<typeof logLine>

/** "Error listening for new connections on listen address" */
const cannotListenId = 31339
const dataInUse = 'DBPathInUse'
/** Stack traces are longer; the lines before them say what happened. */
const readLimitBytes = 256 * 1024
const reasonLimit = 4
const lengthLimit = 160

/** Where a mongod's log ends now: what a start writes begins there, since each start appends to it. */
export async function logEnd(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? 0
}

/**
 * What the log says of an end, from a place in it: whether the data or the port are in use, and the lines of errors in a
 * few words, without what may be stored data. All of it false and empty where there is no log.
 */
export async function readEnd(
  path: string,
  from: number,
): Promise<{ isDataInUse: boolean; cannotListen: boolean; reasons: string[] }> {
  const lines = (await readFrom(path, from)).split('\n')
  const errors = lines.flatMap((line) => parse(line) ?? [])
  const reasons = errors.map(reasonOf).filter((reason) => reason !== null)
  return {
    isDataInUse: lines.some((line) => line.includes(dataInUse)),
    cannotListen: errors.some(({ id }) => id === cannotListenId),
    reasons: [...new Set(reasons)].slice(0, reasonLimit),
  }
}

/** Null for a line of another severity, and for one that is cut off. */
function parse(line: string): LogLine | null {
  if (!line.startsWith('{')) return null
  try {
    return logLine.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** What a line says; null where it only says that mongod ends. The text of an error may quote a document, in braces. */
function reasonOf({ s, msg, attr }: LogLine): string | null {
  if (s === 'E') return attr.message?.error_str ?? null
  if (/aborting|fatal message/.test(msg)) return null
  const place = attr.file && `${attr.file}:${attr.line}`
  const details = [attr.error, attr.reason, attr.msgid, attr.expr, place].filter((detail) => detail !== undefined)
  const [detail = ''] = details.join(', ').split('{', 1)
  return `${msg.trim()}${detail === '' ? '' : ` (${detail.trim()})`}`.slice(0, lengthLimit)
}

/** From a place on, or the last part of that. */
async function readFrom(path: string, from: number): Promise<string> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const start = Math.max(from, size - readLimitBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(readLimitBytes), 0, readLimitBytes, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
