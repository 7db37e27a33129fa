const signature = (more = '', signed = 'from') =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=sender.test; s=s1; h=${signed};\r\n bh=AAAA; b=AAAA${more}\r\n`
const from = 'From: Ada <ada@sender.test>\r\n'
const repeated = (piece: string, sizeBytes: number) => piece.repeat(Math.ceil(sizeBytes / Buffer.byteLength(piece)))
/** As many characters, no two alike. */
const distinct = (count: number) => String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + at))

/**
 * Heads on which mailauth 7.1 takes time with the square of their length (`parseHeaders`, `tagListParser`, `formatRelaxedLine`,
 * `formatDomain`, Punycode) or joins field with field; each of about `sizeBytes`.
 */
export const slowHeads: Record<string, (sizeBytes: number) => string> = {
  'CRs in a field': (size) => `${from}X: a${repeated('\r', size)}b\r\n${signature()}\r\n`,
  'CRs between fields': (size) => `${from}X: a\r\n${repeated('\r', size)}\r\n${signature()}\r\n`,
  'blanks in a field': (size) => `${from}X: a${repeated(' ', size)}b\r\n${signature('', 'from:x')}\r\n`,
  'blanks before a colon': (size) => `${from}X${repeated(' \t', size)}Y: b\r\n${signature('', 'from:x')}\r\n`,
  'blanks in a tag': (size) => `${from}${signature(`; z=a${repeated(' ', size)}b`)}\r\n`,
  'blanks before a tag’s sign': (size) => `${from}${signature(`; z${repeated('\t', size)}y=b`)}\r\n`,
  'folds of blanks': (size) => `${from}X: a${repeated('\r\n ', size)}b\r\n${signature('', 'from:x')}\r\n`,
  'dots in a domain': (size) => `From: ada@${repeated('.', size)}x\r\n${signature()}\r\n`,
  'a domain of distinct characters': (size) =>
    `From: ada@${distinct(Math.min(20_000, size / 3))}.test\r\n${signature()}\r\n`,
  'names without end': (size) => `${from}${signature('', repeated('from:', size))}\r\n`,
  'a field in lines that begin none': (size) =>
    `From: a\r\n${repeated(`${'x,'.repeat(300)}\r\n`, size)}${signature()}\r\n`,
}
