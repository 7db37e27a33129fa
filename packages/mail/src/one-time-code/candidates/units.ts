const bytes = '[kKmMgGtT]i?[bB]'
const rates = '[kKMGT]?[Bb]ps|fps|rpm|[kKMGT]?(?:Hz|HZ|hz)'
const electric = '[kMG]W[hp]?|[kK]?[wW]h|mAh|m[AVW]|kV|dB'
const sizes = '[bB]ytes?|[kK][mMgG]|[cCmM][mM]|nm|m[lgs]|M[LS]|m2|kcal|min|[pP][xX]|pt|[dp]pi|MP|[bB]its?'

/** Units that all languages write alike; alternatives of a pattern. */
const units = `${bytes}|${rates}|${electric}|${sizes}`

/** `800MHz`, `16GB`, `2048bit`, `4K`: a word that is a number with its unit. */
const quantity = new RegExp(`^\\d+(?:${units}|ps|[hHmsgxpk])$|^\\d+0[AVW]$`)

/** `4096 bit`, `1600 MHz`, at the beginning of a text. */
const unitAhead = new RegExp(`^ ?(?:°|(?:${units})(?![\\p{L}\\d]))`, 'u')

export const isQuantity = (text: string): boolean => quantity.test(text)

/** Whether a text begins with a unit. */
export const beginsWithUnit = (text: string): boolean => unitAhead.test(text)
