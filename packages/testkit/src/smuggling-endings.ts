/** Byte sequences that other servers may take for the end of a mail (RFC 5321 §2.3.8, §4.1.1.4); ours must not. */
export const smugglingEndings: readonly string[] = [
  '\n.\n',
  '\n.\r\n',
  '\r\n.\n',
  '\r.\r',
  '\r.\r\n',
  '\r\n.\r',
  '\n.\r',
  '\r.\n',
  '\r\n.\0\r\n',
  '\r\n\0.\r\n',
  '\r\n.\0\n',
  '\n\r.\r\n',
]
