const base = 36
const tMin = 1
const tMax = 26
const skew = 38
const damp = 700
const initialBias = 72
const firstPoint = 0x80

/**
 * Decodes an A-label without its `xn--` to its U-label (RFC 3492 §6.2). Only for the output of a URL parser: for other texts the result is
 * meaningless, or it throws a RangeError. Inserting into an array is fast enough, since a label has at most 63 characters.
 */
export function decodePunycode(encoded: string): string {
  const delimiter = encoded.lastIndexOf('-')
  const points = Array.from(encoded.slice(0, Math.max(0, delimiter)), (char) => char.charCodeAt(0))
  let point = firstPoint
  let place = 0
  let bias = initialBias
  for (let at = delimiter + 1; at < encoded.length; ) {
    const before = place
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(encoded.charCodeAt(at))
      at += 1
      place += digit * weight
      const threshold = Math.min(Math.max(step - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = points.length + 1
    bias = adapted(before === 0 ? Math.floor(place / damp) : (place - before) >> 1, count)
    point += Math.floor(place / count)
    place %= count
    points.splice(place, 0, point)
    place += 1
  }
  return String.fromCodePoint(...points)
}

/** `a` to `z` are 0 to 25, `0` to `9` are 26 to 35; the end of the text counts as a last digit. */
function digitOf(unit: number): number {
  if (Number.isNaN(unit)) return 0
  return unit >= 0x61 ? unit - 0x61 : unit - 0x30 + tMax
}

/** Bias adaptation (RFC 3492 §6.1). */
function adapted(scaled: number, count: number): number {
  let delta = scaled + Math.floor(scaled / count)
  let steps = 0
  for (; delta > ((base - tMin) * tMax) / 2; steps += base) delta = Math.floor(delta / (base - tMin))
  return steps + Math.floor(((base - tMin + 1) * delta) / (delta + skew))
}
