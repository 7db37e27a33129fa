import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import type { HeaderFields } from './header-section.ts'
import type { MimeNode } from './mime-tree.ts'
import { firstWord, readStructuredField, type StructuredField } from './structured-field.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

const noBytes = Buffer.alloc(0)
const mediaType = /^[^\s"/]+\/[^\s"/]+$/

/** A node with what its header says of it, without its body and its parts. */
export function makeNode(fields: HeaderFields, parent: MimeNode | null): MimeNode {
  const disposition = structuredField(fields, 'content-disposition')
  const type = structuredField(fields, 'content-type')
  return {
    fields,
    // An invalid type is treated like a missing one (RFC 2045 §5.2).
    contentType: mediaType.test(type.value) ? type.value : untyped(disposition.value, parent),
    params: type.params,
    disposition: disposition.value,
    filename: fileNameOf(disposition.params.get('filename')) || fileNameOf(type.params.get('name')),
    encoding: encodingOf(fields.get('content-transfer-encoding') ?? ''),
    parent,
    children: [],
    body: noBytes,
    bodyAt: 0,
  }
}

const missing: StructuredField = { value: '', params: new Map() }

function structuredField(fields: HeaderFields, key: string): StructuredField {
  const field = fields.get(key)
  return field ? readStructuredField(field) : missing
}

function untyped(disposition: string, parent: MimeNode | null): string {
  if (disposition === 'attachment') return 'application/octet-stream'
  return parent?.contentType === 'multipart/digest' ? 'message/rfc822' : 'text/plain'
}

/** Old programs of Windows write the whole path (RFC 2183 §2.3): its last name. A slash alone may be part of a name. */
function fileNameOf(written = ''): string {
  if (written === '') return ''
  const isPath = /^[A-Za-z]:[\\/]/.test(written) || written.includes('\\')
  const name = isPath ? written.slice(Math.max(written.lastIndexOf('\\'), written.lastIndexOf('/')) + 1) : written
  return name.trim() === '' ? '' : name
}

function encodingOf(field: string): TransferEncoding {
  // As nearly all mails have it.
  if (field === '' || field === '7bit' || field === '8bit') return 'identity'
  if (field === 'base64' || field === 'quoted-printable') return field
  const name = firstWord(decodeEncodedWords(field)).toLowerCase()
  if (name === 'base64' || name === 'quoted-printable') return name
  return /^(?:x-)?uu(?:e|encode)$/.test(name) ? 'uuencode' : 'identity'
}
