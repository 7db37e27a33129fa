import { randomBytes, randomInt } from 'node:crypto'

/** Most frequent first, as in any language (Zipf): the word at rank 2n is half as frequent as the one at rank n. */
const vocabulary =
  'the your to and of you for order is in our on with this we from account at be are by please delivery it that or can have will as not if item my date new now here all email free offer sale more team click time day service customer shipping address shop status number total price view online details support contact help thank payment update store product track today card app save week best security privacy policy unsubscribe receive sent made size colour quantity summer winter garden kitchen morning evening coffee bicycle window mountain river paper silver market letter holiday jacket trousers notebook lantern blanket cushion ceramic wooden cotton leather recycled limited edition collection exclusive members reward points balance expires voucher discount percent weekend invitation reminder appointment booking reservation ticket flight hotel station platform departure arrival luggage passport insurance premium contract statement invoice receipt refund return exchange warranty repair replacement manual battery charger adapter keyboard monitor speaker camera printer cartridge envelope postage courier parcel warehouse dispatch estimated confirmed cancelled pending completed approved declined verified'.split(
    ' ',
  )

/** A word of the vocabulary, the frequent ones more often. */
function word(): string {
  const place = Math.floor(vocabulary.length ** (randomInt(1 << 24) / (1 << 24))) - 1
  return vocabulary[place] ?? ''
}

/** So many words, with a number here and there. */
export function sentence(words: number): string {
  const parts = Array.from({ length: words }, () => (randomInt(25) === 0 ? String(randomInt(2_000)) : word()))
  const text = parts.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Random characters, as in the links of a newsletter: they do not compress. */
export const linkToken = (bytes: number): string => randomBytes(bytes).toString('base64url')
