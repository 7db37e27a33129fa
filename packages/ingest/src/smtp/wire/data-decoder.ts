import { LineMeter } from './line-meter.ts'
import { PieceGatherer } from './piece-gatherer.ts'
import { unstuff } from './unstuff.ts'

const cr = 0x0d
const lf = 0x0a
const dot = 0x2e
const lineStartDot = Buffer.from('\r\n.', 'latin1')
const heldCr = Buffer.from('\r', 'latin1')

/** Where dots at line starts are closer than this on average, reading each byte is cheaper than searching for the next dot. */
const bytesPerJump = 2_048
/** Each CR stops a search, which costs as much as reading five bytes. */
const crSamples = 64
const crSamplesMax = 12
const sampledBytesMin = 2_048

/** What a dot at the start of a line is: stuffing, the end of the mail, or not known yet (`dot`, `dot cr`). */
type DotMeaning = 'stuffing' | 'end' | 'dot' | 'dot cr'
/** What the last chunk ended with. `dot`: a dot at the start of a line; `dot cr`: the same and a CR, part of the mail only if no LF follows. */
type Before = 'line start' | 'text' | 'cr' | 'dot' | 'dot cr'
const lastFourBytes = { 'line start': 0x0d0a, text: 0, cr: 0x0d, dot: 0x0d0a2e, 'dot cr': 0x0d0a2e0d } as const

/**
 * Removes the dot-stuffing of one mail (RFC 5321 §4.5.2) and finds its end: CRLF.CRLF, or `.CRLF` as its first bytes, and nothing else,
 * since only CRLF ends a line (§2.3.8). All other bytes are kept, including the CRLF before the final dot. One decoder per mail; nothing
 * may be decoded after its end.
 */
export class DataDecoder {
  #before: Before = 'line start'
  readonly #gatherer = new PieceGatherer()
  readonly #lines: LineMeter

  /** `lineBytesMax`: the longest line as sent, including stuffed dots and line end. */
  constructor(lineBytesMax = 1_048_576) {
    this.#lines = new LineMeter(lineBytesMax)
  }

  /** Whether a line was too long. A bare LF ends a line here, so that a mail with bare LFs is not taken for one line. */
  get lineTooLong(): boolean {
    return this.#lines.tooLong
  }

  /**
   * `pieces`: the next bytes of the mail, views or copies. Small ones are collected until there are more, or until the end, so that the
   * pieces of a mail keep at most about twice its bytes in memory, even if each byte comes alone. `end`: the offset behind the mail's end
   * in this chunk, null while it goes on.
   */
  decode(chunk: Buffer): { pieces: Buffer[]; end: number | null } {
    const end = chunk.length === 0 ? null : this.#scan(chunk)
    this.#lines.measure(chunk, end ?? chunk.length)
    return { pieces: this.#gatherer.take(end !== null), end }
  }

  #scan(chunk: Buffer): number | null {
    const before = this.#before
    if (isMadeOfCr(chunk)) return this.#scanEachByte(chunk, { read: 0, lastFour: lastFourBytes[before] })
    if (before === 'dot cr') {
      if (chunk[0] === lf) return 1
      this.#gatherer.add(heldCr)
    }

    let jumps = chunk.length / bytesPerJump
    let from = 0
    let behindDot = behindFirstDot(chunk, before)
    while (behindDot >= 0) {
      this.#gatherer.add(chunk.subarray(from, Math.max(from, behindDot - 1)))
      from = behindDot
      const meaning = meaningOfDot(chunk, behindDot)
      if (meaning === 'end') return behindDot + 2
      if (meaning !== 'stuffing') return this.#endChunk(meaning)
      if (jumps < 0) return this.#scanEachByte(chunk, { read: from, lastFour: lastFourBytes.dot })
      jumps--
      behindDot = behindNextDot(chunk, from)
    }
    this.#gatherer.add(chunk.subarray(from))
    return this.#endChunk(endingOf(chunk, before))
  }

  #scanEachByte(chunk: Buffer, start: { read: number; lastFour: number }): number | null {
    const free = this.#gatherer.reserve(chunk.length - start.read + 1)
    const { written, read, stoppedAt } = unstuff(chunk, free, start)
    this.#gatherer.wrote(written)
    if (stoppedAt === 'end') return read
    return this.#endChunk(stoppedAt === 'text' ? endingOf(chunk, 'text') : stoppedAt)
  }

  #endChunk(before: Before): null {
    this.#before = before
    return null
  }
}

/** Estimates from samples whether so many bytes are CR that reading each byte is cheaper than searching. */
function isMadeOfCr(chunk: Buffer): boolean {
  if (chunk.length < sampledBytesMin) return false
  const step = chunk.length / crSamples
  let found = 0
  // From a random offset, so that a sender cannot place other bytes where samples are taken.
  for (let at = Math.random() * step; at < chunk.length; at += step) if (chunk[Math.floor(at)] === cr) found++
  return found > crSamplesMax
}

/** The offset behind the first dot at the start of a line, which may have begun in the last chunk; -1 if there is none. */
function behindFirstDot(chunk: Buffer, before: Before): number {
  if (before === 'dot') return 0
  if (before === 'line start' && chunk[0] === dot) return 1
  if (before === 'cr' && chunk[0] === lf && chunk[1] === dot) return 2
  return behindNextDot(chunk, 0)
}

function behindNextDot(chunk: Buffer, from: number): number {
  const found = chunk.indexOf(lineStartDot, from)
  return found < 0 ? -1 : found + lineStartDot.length
}

function meaningOfDot(chunk: Buffer, behindDot: number): DotMeaning {
  const next = chunk[behindDot]
  if (next === undefined) return 'dot'
  if (next !== cr) return 'stuffing'
  const afterNext = chunk[behindDot + 1]
  if (afterNext === undefined) return 'dot cr'
  return afterNext === lf ? 'end' : 'stuffing'
}

function endingOf(chunk: Buffer, before: Before): Before {
  const last = chunk[chunk.length - 1]
  if (last === cr) return 'cr'
  const isCrBefore = chunk.length > 1 ? chunk[chunk.length - 2] === cr : before === 'cr'
  return last === lf && isCrBefore ? 'line start' : 'text'
}
