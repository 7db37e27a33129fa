/**
 * The part of mailparser 3.9.31 that this package uses; it ships no types. The methods without an underscore that `LeanParser`
 * overrides are undocumented: the version is pinned, and the tests of `read-mime` notice when one of them goes.
 */
declare module 'mailparser' {
  import type { Readable, Transform, Writable } from 'node:stream'

  export interface ParsedNode {
    contentType: string | false
    charset?: string
    isAttachment?: boolean
    decoder?: Readable
    disposition?: string
    headers: Map<string, unknown>
    parent?: ParsedNode
    children: ParsedNode[]
    showMeta?: boolean
  }

  /** A part as the splitter below mailparser sees it. */
  export interface SourceNode {
    headers: { getList(): HeaderLine[] }
    /** An embedded message that is read as part of this one. */
    messageNode?: boolean
  }

  export interface AttachmentPart {
    type: 'attachment'
    contentType: string | false
    contentDisposition?: string
    filename?: string
    cid?: string
    related?: boolean
    content: Readable
    release: () => void
  }

  export interface TextResult {
    type: 'text'
  }

  export interface HeaderLine {
    key: string
    line: string
  }

  export class MailParser extends Transform {
    constructor(options: Record<string, unknown>)
    tree: ParsedNode | false
    curnode: ParsedNode | false
    headerLines: HeaderLine[] | false
    createNode(node: SourceNode): ParsedNode
    processChunk(chunk: unknown, done: (error?: unknown) => void): void
    getDecoder(): { decodeStream: (charset: string) => Writable }
    getTextContent(): TextResult
  }
}
