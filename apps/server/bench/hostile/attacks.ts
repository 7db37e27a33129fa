/** What each attack writes repeatedly, as fast as the server reads. `''` only connects and stays. */
export const attacks = {
  'idle connections': '',
  'connections that come and go': 'QUIT\r\n',
  'NOOP without end': 'NOOP\r\n'.repeat(1_000),
  'commands that do not exist': 'NONSENSE\r\n'.repeat(1_000),
  'a command line without end': 'A'.repeat(64 * 1024),
  'unknown recipients': `MAIL FROM:<a@b.example>\r\n${'RCPT TO:<nobody@nowhere.example>\r\n'.repeat(100)}RSET\r\n`,
  'EHLO and STARTTLS in plain text': `${'EHLO attack.example\r\n'.repeat(50)}STARTTLS\r\n${'junk\r\n'.repeat(1_000)}`,
} as const

/** The name of an attack. */
export type AttackName = keyof typeof attacks
/** The attacks that write. */
export const attackNames = [
  'connections that come and go',
  'NOOP without end',
  'commands that do not exist',
  'a command line without end',
  'unknown recipients',
  'EHLO and STARTTLS in plain text',
] as const satisfies AttackName[]
