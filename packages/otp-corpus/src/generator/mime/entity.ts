import type { Draws } from '../draws.ts'
import { chooseTransfer, type Transfer, transferred } from './transfer.ts'

/** A MIME entity: header fields and body. */
export interface Entity {
  fields: string[]
  body: Buffer
}

/** A part that is no multipart; its transfer encoding is chosen where `transfer` is not given. */
export function leaf({
  type,
  bytes,
  draws,
  transfer = chooseTransfer(bytes, draws),
  fields = [],
}: {
  type: string
  bytes: Buffer
  draws: Draws
  transfer?: Transfer
  fields?: string[]
}): Entity {
  // Mails of plain ASCII often have no Content-Transfer-Encoding.
  const isLeftOut = transfer === '7bit' && draws.chance('encoding left out', 50)
  const named = isLeftOut ? [] : [`Content-Transfer-Encoding: ${transfer}`]
  return { fields: [`Content-Type: ${type}`, ...named, ...fields], body: transferred(bytes, transfer) }
}

/** A multipart of the given subtype. */
export function multipart(subtype: string, parts: Entity[], draws: Draws): Entity {
  const boundary = draws.pick(`boundary style ${subtype}`, [
    `----=_Part_${draws.digits(`boundary ${subtype}`, 6)}_${draws.digits(`second ${subtype}`, 9)}.17${draws.digits('third', 8)}`,
    `b1_${draws.hex(`boundary ${subtype}`, 32)}`,
    `=-${draws.hex(`boundary ${subtype}`, 20)}==`,
    `_----------=_${draws.digits(`boundary ${subtype}`, 14)}`,
    `Apart=${draws.hex(`boundary ${subtype}`, 12)}_${subtype}`,
  ])
  const [, rootType = ''] = /^Content-Type: ([^;]+)/.exec(parts[0]?.fields[0] ?? '') ?? []
  const related = subtype === 'related' ? `; type="${rootType}"` : ''
  const inner = parts.map((part) => Buffer.concat([Buffer.from(`--${boundary}\r\n`), entityBytes(part)]))
  const preamble = draws.chance('preamble', 25) ? 'This is a multi-part message in MIME format.\r\n\r\n' : ''
  return {
    fields: [`Content-Type: multipart/${subtype};\r\n\tboundary="${boundary}"${related}`],
    body: Buffer.concat([
      Buffer.from(preamble),
      ...inner.flatMap((part) => [part, Buffer.from('\r\n')]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  }
}

/** The bytes of a part: its fields, an empty line, its body. */
export function entityBytes({ fields, body }: Entity): Buffer {
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), body])
}
