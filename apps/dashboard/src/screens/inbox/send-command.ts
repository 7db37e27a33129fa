/** A command that sends a mail with a code to an address. The parts of an address need no quotes in a shell. */
export const sendCommand = (address: string, smtp: { host: string; port: number }): string =>
  `printf 'From: Test <test@example.com>\\nSubject: Your code is 482913\\n\\nYour code is 482913.\\n' |
  curl --crlf --mail-from test@example.com --mail-rcpt ${address} -T - smtp://${smtp.host}:${smtp.port}`
