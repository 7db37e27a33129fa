import type { Writable } from 'node:stream'
import { MailParser, type ParsedNode, type SourceNode, type TextResult } from 'mailparser'
import { TextSink } from './text-sink.ts'

const maxHeadBytes = 256 * 1024
const maxHeaderLines = 1000
const maxNodes = 200
const maxDepth = 32

/**
 * `MailParser` without what makes it slow or fragile: no derived text, no charset guesses of its own, and every fault of a part comes
 * out as the stream's error instead of an exception that nobody can catch. Refuses heads, counts and depths over the caps.
 */
export class LeanParser extends MailParser {
  /** The text parts in the order of the mail, each with the sink that its content runs into. */
  readonly textParts = new Map<ParsedNode, TextSink>()

  constructor() {
    super({
      skipHtmlToText: true,
      skipTextToHtml: true,
      skipTextLinks: true,
      skipImageLinks: true,
      maxHeadSize: maxHeadBytes,
      maxChildNodes: maxNodes,
    })
  }

  override createNode(node: SourceNode): ParsedNode {
    if (node.headers.getList().length > maxHeaderLines) throw new Error('Too many header lines')
    const made = super.createNode(node)
    if (depthOf(made) > maxDepth) throw new Error('Parts nested too deeply')
    // Nobody reads the decoder of an embedded message, and the base class waits for its end where the message is empty.
    if (node.messageNode === true) made.decoder?.resume()
    // The prefix keeps the base class from taking `utf-8` for undecoded, so that every text runs into a sink.
    if (made.isAttachment === false) made.charset = `x-${made.charset ?? ''}`
    return made
  }

  override processChunk(chunk: unknown, done: (error?: unknown) => void): void {
    try {
      super.processChunk(chunk, done)
    } catch (error) {
      done(error)
    }
  }

  /** Called by the base class's constructor, hence no fields in it but inside the closure. */
  override getDecoder(): { decodeStream: (charset: string) => Writable } {
    return {
      decodeStream: () => {
        const sink = new TextSink()
        if (this.curnode) this.textParts.set(this.curnode, sink)
        return sink
      },
    }
  }

  /** The base class joins all bodies here; `mailBodies` does it from the tree. */
  override getTextContent(): TextResult {
    return { type: 'text' }
  }
}

function depthOf(node: ParsedNode): number {
  let depth = 0
  for (let parent = node.parent; parent; parent = parent.parent) depth++
  return depth
}
