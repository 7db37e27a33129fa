import { encode } from 'uqr'

/** Modules of white around the code (ISO/IEC 18004). */
const quietZone = 4

/** A text as a QR code: rows of modules, true where one is dark. A file of its own, loaded when a code is shown. */
export const qrModules = (text: string): boolean[][] => encode(text, { ecc: 'M', border: quietZone }).data
