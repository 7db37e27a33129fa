const base64Digits = Int8Array.from({ length: 256 }, (_, byte) =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(String.fromCharCode(byte)),
)
const plus = 0x2b
const minus = 0x2d

/** RFC 2152: `+…-` holds UTF-16BE in base64, `+-` is a plus. Decodes unit by unit, since a mail may have a million shifts. */
export function decodeUtf7(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== plus) {
      units[length++] = bytes[at] ?? 0
      continue
    }
    const from = at + 1
    let value = 0
    let bits = 0
    at = from
    for (; (base64Digits[bytes[at] ?? 0] ?? -1) >= 0; at++) {
      value = ((value & 0xffff) << 6) | (base64Digits[bytes[at] ?? 0] ?? 0)
      bits += 6
      if (bits < 16) continue
      bits -= 16
      units[length++] = (value >> bits) & 0xffff
    }
    if (at === from) units[length++] = plus
    if (bytes[at] !== minus) at--
  }
  return Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
}
