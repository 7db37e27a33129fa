import type { WordPatterns } from '../keywords/word-patterns.ts'
import { isQuantity } from './units.ts'

/** `SSLv2`, `IPv6`, `v2026`: a version; `MP3s`, `U12s`: several of what is named so. */
const version = /^(?:v\d+|[A-Z]{2,}v\d{1,2}|[A-Z]+\d{1,2}s)$/

/** `XX4471`, `4471XXXX`: the rest of a number that is masked. */
const masked = /^(?:[xX]{2,}\d+|\d+[xX]{2,})$/

/** Names with a digit that mails about security and technology use in all languages. */
const term =
  /^(?:CV[VC]2|PSD2|UTF8|HTML5|WPA[23]|IPV[46]|COVID19|WIN(?:7|8|10|11)|iOS\d\d|web3|H26[45]|(?:AES|DSA|ISO|RSA|SHA)\d{1,5})$/i

/** Digits on one side of the letters. */
const oneTurn = /^(?:\d+[A-Za-z]+|[A-Za-z]+\d+s?)$/

/** `v2beta`; `40x40`, `12XX34`: two sizes, the ends of a masked number. */
const ordinaryTurns = /^(?:v\d{1,2}(?:a|b|rc|beta|alpha|dev|pre)\d*|\d+[xX]+\d+)$/

/** Whether a word with a digit is a quantity, a version, a masked number or the name of a technique: no codes, whatever stands beside them. */
export function isOrdinaryWord(text: string, { numberWithUnit }: WordPatterns): boolean {
  if (!oneTurn.test(text)) return ordinaryTurns.test(text)
  return isQuantity(text) || version.test(text) || masked.test(text) || isTerm(text) || numberWithUnit.test(text)
}

export const isTerm = (text: string): boolean => term.test(text)
