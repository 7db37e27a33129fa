/** Markup that says so where it runs. */
export const markup = `<img src=x onerror="window.hasRun = true"><script>window.hasRun = true</script>`
/** It turns the text around, and ends an isolation that is not its own. */
export const bidi = '\u202e\u2069\u202e'
/** Markup, controls of the writing direction, and a word of 10,000 letters. */
export const hostileText = `${markup}${bidi}${'w'.repeat(10_000)}`

const encodedWords = (text: string) =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,60}/g) ?? []
  )
    .map((part) => `=?utf-8?B?${Buffer.from(part, 'hex').toString('base64')}?=`)
    .join('\r\n ')

/** A mail whose every text is hostile, with a file. */
export const hostileMail = [
  `From: ${encodedWords(hostileText)}`,
  ` <${'s'.repeat(60)}@elsewhere.example>`,
  `Subject: ${encodedWords(hostileText)}`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  `<p>Your code is 771204.</p><a href="https://elsewhere.example/${'w'.repeat(900)}">${'&lt;b&gt;'.repeat(40)}</a>${markup}`,
  '--b',
  'Content-Type: application/octet-stream',
  `Content-Disposition: attachment; filename="${encodedWords(`${markup}${bidi}${'w'.repeat(300)}`)}"`,
  '',
  'bytes',
  '--b--',
  '',
].join('\r\n')
