/** The ways in which untrusted text reaches a function, and the words that have a meaning for it. */
export interface GrowthCase {
  reads: Record<string, (text: string) => unknown>
  words: readonly string[]
}

export const envelope = { mailFrom: 'a@b.example', isTls: false }
export const work = { steps: 0 }
export const field = (text: string) => new Map([['from', text]])
export const mail = (head: string, body = '') => Buffer.from(`${head}\n\n${body}`)

/** Ignores the error for too many fields or parts: the time until then is measured as well. */
export function ignoringErrors(read: () => unknown): void {
  try {
    read()
  } catch {}
}

export const htmlWords = [
  ...[
    '<b>',
    '</b>',
    '<p>',
    '<td>',
    '<table>',
    '<!--',
    '-->',
    '<a href="',
    '<b style="',
    '">',
    '<x ',
    '</',
    '<br>',
    '&amp;',
    '&#x',
    '&Cou',
  ],
  ...[
    'opacity:',
    'display:none;',
    'font:',
    'font-size:',
    'px ',
    'height:0;',
    'text-indent:-',
    'letter-spacing:',
    '<meta ',
    '<script>',
  ],
]
export const styleWords = [
  'opacity:',
  'height:0;',
  'font:',
  'font-size',
  'display',
  'px',
  '0.',
  'overflow:hidden;',
  '!',
  'mono',
]
export const codeWords = [
  ...[
    'your code is ',
    'verification code ',
    '482913 ',
    '482 913 ',
    'AB12-CD34 ',
    'ABCDEF ',
    'enter ',
    'order number ',
    'gift card ',
    '\n\n',
  ],
  ...[
    'expires in 5 minutes ',
    'previous code ',
    'has expired. ',
    'in the subject ',
    'texted you ',
    '4 8 2 9 ',
    '$5.00',
    '  1',
    '  $1',
    '\t5 €',
  ],
  ...[
    '验证码',
    'รหัส',
    'http://',
    'www.',
    'a@b.',
    '> ',
    '- ',
    ': ',
    '. ',
    'id 123 456 789 ',
    'card ',
    '••',
    '#a1',
    '0x',
    'do not share ',
  ],
]
export const headWords = [
  ...[
    '=?utf-8?q?',
    '=?a?b?',
    '?=',
    '=C3',
    '"a" ',
    '<a@b>',
    'a@b.example,',
    'g:',
    '(c)',
    '\\"',
    '@xn--a',
    '.xn--',
    '\r\n ',
    'x: y\n',
  ],
  ...[';a=b', ';a*1*=%41', ';a*=', "utf-8''", ';charset=', 'multipart/mixed;boundary=b', '\n--b\n', '--b--'],
]
export const mailHeads = [
  'From',
  'Subject',
  'Content-Type',
  'Content-Disposition',
  'Content-Id',
  'Content-Transfer-Encoding',
  'Date',
  'OTP-Token',
]
