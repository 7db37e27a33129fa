import type { Candidate } from './candidate.ts'

const currencySign = /[$€£¥₹₽₩₺₴฿₫₪₦₱₸৳﷼]/
const unitBefore =
  /(?:\p{Sc}|(?<![A-Za-z\u00c0-\u024f])(?:usd|eur|gbp|chf|pln|rub|uah|try|inr|jpy|cny|rmb|ntd|nt\$|hk\$|krw|vnd|thb|idr|myr|ron|huf|czk|bgn|sek|nok|dkk|rs\.?|rp\.?|rm|r\$|zł|kč|kr\.?|tk\.?))[ \t]?$/iu
const unitAfter =
  /^[ \t]?(?:%|\p{Sc}|usd|eur(?:os?)?\b|gbp|chf|pln|rub|uah|inr|jpy|cny|rmb|vnd|vnđ|đồng|dong\b|đ\b|thb|idr|myr|ron\b|lei\b|huf|forint|ft\b|czk|kč|korun|bgn|лв|sek|nok|dkk|kr\b|kronor|kroner|zł|zl\b|руб|р\.|грн|₽|tl\b|lira|元|円|원|บาท|টাকা|रुपय|रुपए|ریال|تومان|ريال|درهم|دينار|جنيه|ש"ח|שח\b|ευρώ|ringgit|rupiah)/iu
const counter =
  /^ ?(?:年|月|日|人|名|件|回|個|个|种|種|通り|가지|歳|岁|次|点|ポイント|分钟|分鐘|小时|小時|時間|년|월|일|명|개|점|포인트|points?\b|punkt|punto|pontos|poin\b|очк|балл|pistett|poäng|poeng|point\b|kcal|km\b|kwh|m²|m2\b|mb\b|gb\b|kb\b|kg\b|ml\b|px\b|°|followers|people|users|பேர்|लोग|জন|คน|ราย|người|orang|kişi|fő\b|os[oó]b|lid[ií]|ľud[ií]|человек|людей|осіб|души|άτομα|شخص|نفر|אנשים|personas|persone\b|pessoas|personnes|personen|personer|henkilö|cases\b|casos|casi\b|fälle|meldinger|anmeldelser|tentativ|przypadk|případ|esetek|kasus\b|laporan|건|件|incidents|reports|attempts|versuche|stück|pcs\b|customers|characters|steps|schritte|million|mio|tys|тыс|млн)/iu

/** Whether a number is an amount of money: a currency sign or name stands on either side. */
export function isAmountPart(plain: string, { start, end }: Pick<Candidate, 'start' | 'end'>): boolean {
  if (currencySign.test(plain[start - 1] ?? ' ') || currencySign.test(plain[end] ?? ' ')) return true
  if (unitAfter.test(plain.slice(end, end + 10))) return true
  return unitBefore.test(plain.slice(Math.max(0, start - 6), start))
}

const maxAmounts = 400

/** Whether a text has an amount of money in it. */
export function showsPrices(plain: string): boolean {
  let seen = 0
  for (const { 0: text, index } of plain.matchAll(/\d(?:[\d.,]*\d)?/g)) {
    if (seen++ >= maxAmounts) break
    const end = index + text.length
    if (!/^ ?%/.test(plain.slice(end, end + 2)) && isAmountPart(plain, { start: index, end })) return true
  }
  return false
}

/** Whether a number counts something that stands behind it: years, people, points, sizes, issues. */
export function isCounted(
  plain: string,
  { start, end, isAlone }: Pick<Candidate, 'start' | 'end' | 'isAlone'>,
): boolean {
  if (/第 ?$/.test(plain.slice(Math.max(0, start - 2), start))) return true
  return !isAlone && counter.test(plain.slice(end, end + 12))
}
