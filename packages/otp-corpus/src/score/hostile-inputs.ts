import type { TakenApart } from '../read-code.ts'

/** A text that an attacker could send; `unit` is repeated to any length. */
export interface HostileInput {
  name: string
  face: 'text' | 'html'
  unit: string
}

/** Slow inputs for naive extractors: many texts that look like a code, a label, a mask or a tag, and are none. */
export const hostileInputs: readonly HostileInput[] = [
  { name: 'digits and spaces', face: 'text', unit: '1 ' },
  { name: 'one long number', face: 'text', unit: '7' },
  { name: 'one long word', face: 'text', unit: 'a' },
  { name: 'codes on lines', face: 'text', unit: '482913\n' },
  { name: 'grouped codes', face: 'text', unit: 'AB12-CD34 ' },
  { name: 'labels', face: 'text', unit: 'your verification code is ' },
  { name: 'labels and codes', face: 'text', unit: 'code: 482913 ' },
  { name: 'negative labels and codes', face: 'text', unit: 'order number 482913, ' },
  { name: 'Chinese labels', face: 'text', unit: '验证码' },
  { name: 'Thai labels', face: 'text', unit: 'รหัสยืนยัน' },
  { name: 'zero-width characters', face: 'text', unit: '\u200b1' },
  { name: 'mathematical digits', face: 'text', unit: '𝟒𝟖 ' },
  { name: 'addresses and links', face: 'text', unit: 'https://a.example/482913?x=1 b482913@c.example ' },
  { name: 'beginnings of links', face: 'text', unit: 'http://' },
  { name: 'at signs', face: 'text', unit: '@' },
  { name: 'dots and digits', face: 'text', unit: '1.' },
  { name: 'hyphens and digits', face: 'text', unit: '12-' },
  { name: 'phone beginnings', face: 'text', unit: '+1 (' },
  { name: 'quote marks', face: 'text', unit: '>' },
  { name: 'quoted codes', face: 'text', unit: '> code 482913\n' },
  { name: 'combining marks', face: 'text', unit: 'e\u0301' },
  { name: 'cells of one digit', face: 'html', unit: '<td>1</td>' },
  { name: 'spans of one digit', face: 'html', unit: '<span>1</span>' },
  { name: 'nested divs', face: 'html', unit: '<div>' },
  { name: 'nested tables', face: 'html', unit: '<table><tr><td>' },
  { name: 'hidden blocks', face: 'html', unit: '<div style="display:none">482913</div>' },
  { name: 'large type', face: 'html', unit: '<b style="font-size:24px;letter-spacing:4px">code 482913</b>' },
  { name: 'ever other styles', face: 'html', unit: '<i style="font-size:1' },
  { name: 'character references', face: 'html', unit: '&#52;&#56;' },
  { name: 'attributes', face: 'html', unit: '<p style="x" href="y" ' },
  { name: 'comments', face: 'html', unit: '<!--' },
  { name: 'less-than signs', face: 'html', unit: '<' },
  { name: 'blockquotes', face: 'html', unit: '<blockquote>code 482913' },
]

/** The mail that an input makes at a size in bytes. */
export function hostileMail({ face, unit }: HostileInput, bytes: number): TakenApart {
  const noise = unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))
  // Each mail begins with a label and a number, since the extractor skips mails that have none.
  const empty = { subject: 'Your verification code 482913', otpTokenHeader: undefined }
  return face === 'text' ? { ...empty, text: noise, html: null } : { ...empty, text: '', html: noise }
}
