import { isAscii, isUtf8 } from 'node:buffer'
import { decoderOf, windowsLatin } from './charset-decoders.ts'
import { readingCost } from './reading-cost.ts'

/** Charsets that mails are written in, whatever they call it. UTF-7 is none of them: every ASCII text can be read as it. */
const guesses: readonly string[] = (
  'utf-8 windows-1252 shift_jis euc-jp gb18030 big5 euc-kr windows-1251 koi8-u iso-8859-5 ibm866 windows-1250 iso-8859-2 ' +
  'windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 cp850'
).split(' ')

/**
 * What the reading by the label may cost more than another one, in bits; more than UTF-8, since few bytes are valid UTF-8 by chance; and
 * the reading of a text without a label, as Windows-1252, or with a few errors, as UTF-8.
 */
const trustInLabel = 18
const trustOverUtf8 = 12
const trustInDefault = 6
/** What an error costs less where the label says UTF-8 and there are characters of it. */
const damageDiscount = 17
/**
 * A text whose bytes beyond ASCII cost no more than this each is read as its label says: accented letters are rarer than others, and of a
 * character of Big5 one byte may be ASCII.
 */
const likelyBits = { latin: 7, big5: 7, thai: 6.5, other: 5.2 }
const latin = /^(?:windows-125[02478]|iso-8859-(?:[2349]|1[03-6])|cp850)$/
/** No reading costs less for each byte beyond ASCII. */
const leastBits = 2.5
const maxSampleBytes = 512
/** Of a right label, which most are, so many bytes tell. */
const quickSampleBytes = 192
/** Of one mail; each takes some 20 decodings. */
const maxGuesses = 200
/** ASCII before the first other byte, for the word that it is in. */
const contextBytes = 16

let guessesLeft = Number.POSITIVE_INFINITY

/** Reads one mail, in which at most 200 charsets are guessed; after these each label is believed. */
export function limitGuesses<T>(readMail: () => T): T {
  if (guessesLeft !== Number.POSITIVE_INFINITY) return readMail()
  guessesLeft = maxGuesses
  try {
    return readMail()
  } finally {
    guessesLeft = Number.POSITIVE_INFINITY
  }
}

/**
 * The charset of bytes beyond ASCII: the named one, unless they contradict it. They do where another reading is far likelier
 * (`readingCost`), so that a few letters never overrule a label, nor a few damaged bytes UTF-8. `named` is `''` where there is none.
 */
export function charsetOf(bytes: Uint8Array, named: string): string {
  const isUnicode = isUtf8(bytes)
  if (isUnicode && (named === '' || named === 'utf-8' || named === windowsLatin)) return 'utf-8'
  if (!isUnicode && named !== '' && named !== 'utf-8' && isLikelyAtOnce(bytes, named)) return named
  const samples = samplesOf(bytes)
  const damages = named === 'utf-8' ? damagesOf(samples) : 0
  const own = named === '' || (named === 'utf-8' && damages === 0) ? windowsLatin : named
  const cost = costOf(samples, own) - damages * damageDiscount
  if (own === named && !isUnicode && cost <= likelyCost(own, samples)) return own
  if (!isUnicode && guessesLeft === 0) return own
  if (!isUnicode) guessesLeft -= 1

  const trust = own !== named || damages > 0 ? trustInDefault : isUnicode ? trustOverUtf8 : trustInLabel
  let best = { name: own, cost: cost - trust }
  for (const name of isUnicode ? ['utf-8'] : guesses) {
    if (name === own) continue
    const guess = { name, cost: costOf(samples, name) }
    if (guess.cost < best.cost) best = guess
  }
  return best.name
}

/** What the reading by its label may cost at most without a look at others: it is likely, or no other can be so much cheaper. */
function likelyCost(name: string, samples: Uint8Array[]): number {
  const kind = latin.test(name) ? 'latin' : name === 'big5' ? name : name === 'windows-874' ? 'thai' : 'other'
  const count = highBytesIn(samples)
  return Math.max(likelyBits[kind] * count, leastBits * count + trustInLabel)
}

function isLikelyAtOnce(bytes: Uint8Array, name: string): boolean {
  const sample = sampleFrom(bytes, 0, quickSampleBytes)
  return readingCost(decodedSample(sample, name, quickSampleBytes)) <= likelyCost(name, [sample])
}

/** The first bytes beyond ASCII with what is around them, and of a long text some more behind its middle. */
function samplesOf(bytes: Uint8Array): Uint8Array[] {
  const first = sampleFrom(bytes, 0)
  return bytes.length <= maxSampleBytes * 4 ? [first] : [first, sampleFrom(bytes, bytes.length >> 1)]
}

function sampleFrom(bytes: Uint8Array, from: number, maxBytes = maxSampleBytes): Uint8Array {
  let at = from
  // Begins behind ASCII, so that it does not begin within a character.
  while (at > 0 && at < bytes.length && (bytes[at - 1] ?? 0) >= 0x80) at += 1
  while (at < bytes.length && isAscii(bytes.subarray(at, at + maxSampleBytes))) at += maxSampleBytes
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1
  const start = Math.max(from, at - contextBytes)
  return bytes.subarray(start, start + maxBytes)
}

const highBytesIn = (samples: Uint8Array[]): number =>
  samples.reduce((sum, sample) => sum + sample.reduce((count, byte) => count + (byte >> 7), 0), 0)

const costOf = (samples: Uint8Array[], name: string): number =>
  samples.reduce((sum, sample) => sum + readingCost(decodedSample(sample, name)), 0)

/** The last character of a sample may be half. Vietnamese accents of Windows-1258 are marks of their own, which letters here have. */
function decodedSample(sample: Uint8Array, name: string, maxBytes = maxSampleBytes): string {
  const decoded = decoderOf(name).decode(sample)
  const text = name === 'windows-1258' ? decoded.normalize() : decoded
  return sample.length < maxBytes ? text : text.replace(/\ufffd{1,3}$/, '')
}

/** The errors of bytes as UTF-8, such as a cut end, where they have at least as many characters of it beyond ASCII; else 0. */
function damagesOf(samples: Uint8Array[]): number {
  const beyondAscii = samples.flatMap((sample) => decodedSample(sample, 'utf-8').match(/[^\u0000-\u007f]/gu) ?? [])
  const damages = beyondAscii.filter((character) => character === '\ufffd').length
  return damages * 2 <= beyondAscii.length ? damages : 0
}
