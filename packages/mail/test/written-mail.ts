const head = [
  'From: Orbit <hello@orbit.example>',
  'To: someone@inbox.example',
  'Subject: Sign in to Orbit',
  'MIME-Version: 1.0',
]

/** Lines with CRLF, as in a mail. */
export const lines = (...each: string[]): string => each.join('\r\n')

/** A mail with the usual fields; `rest` begins with the other fields and ends with the body. */
export const written = (...rest: string[]): Buffer => Buffer.from(lines(...head, ...rest, ''))

/** A multipart mail of these parts; the subtype may have parameters behind it. */
export const writtenMultipart = (subtype: string, ...parts: string[]): Buffer =>
  written(`Content-Type: multipart/${subtype}; boundary="orb"`, '', multipartBody('orb', parts))

/** A part that is a multipart itself. */
export const multipartPart = (subtype: string, boundary: string, ...parts: string[]): string =>
  lines(`Content-Type: multipart/${subtype}; boundary=${boundary}`, '', multipartBody(boundary, parts))

const multipartBody = (boundary: string, parts: string[]): string =>
  lines(...parts.flatMap((part) => [`--${boundary}`, part]), `--${boundary}--`)

/** A part with this type, its other fields, and its body. */
export function part(type: string, ...fieldsAndBody: string[]): string {
  const body = fieldsAndBody.at(-1) ?? ''
  return lines(`Content-Type: ${type}`, ...fieldsAndBody.slice(0, -1), '', body)
}

/** Base64 in lines of 76 characters. */
export const base64 = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replaceAll(/.{76}(?!$)/g, '$&\r\n')
