import { describe, expect, test } from 'vitest'
import { createCodeReader } from './extract-one-time-code.ts'

const { extract } = createCodeReader()
const codeOf = (subject: string, text: string): string | null => extract({ subject, text })?.code ?? null
const codeOfHtml = (subject: string, html: string): string | null => extract({ subject, text: '', html })?.code ?? null

describe('a letter that asks its reader to type something in', () => {
  test.each([
    [
      'the new choir page',
      'Hi Margaret, the page wont let you in until you put 5172 in the little box. Tea at 7. Jo',
      '5172',
    ],
    [
      'Re: cant get in',
      'sorry, that one ran out. Put 661905 in the box on the page now\n\n> it says 118274 is wrong',
      '661905',
    ],
    ['Fwd: bestätigen', 'leite ich dir weiter\n\n> Bitte KXQWPT auf der offenen Seite eintippen, danke', 'KXQWPT'],
    [
      'la web de la comunidad',
      'Hola vecina! Cuando te pregunte si eres tú, pones 6158 en la casilla y ya puedes entrar',
      '6158',
    ],
  ])('has its code: %s', (subject, text, code) => {
    expect(codeOf(subject, text)).toBe(code)
  })

  test.each([
    ['barn', 'At the gate type 4829 on the keypad, then push hard. Key for the tea room is under the pot'],
    ['Sleep better today 58213', 'Hi, enter the club on our page and win.'],
    ['Re: Re: cant get in', 'it says wrong again\n\n> put 118274 in the box on the page'],
    ['Sunday', 'Bus 4829 leaves at 9:15, bring 3500 for lunch, room 214'],
  ])('has none where the number is for something else: %s', (subject, text) => {
    expect(codeOf(subject, text)).toBeNull()
  })
})

describe('letters alone', () => {
  test.each([
    [
      'Your verification code',
      '<h1>ORBIT</h1><p>Your verification code is <b>482913</b>. It expires in 10 minutes.</p>',
    ],
    ['Ihr Bestätigungscode', '<p>ORBIT</p><p>Ihr Bestätigungscode lautet 482913</p>'],
    ['Orbit', '<p>Use the code 482913 to sign in. Keep the verification code to yourself.</p><p>ORBIT</p>'],
  ])('never beat digits that a label names: %s, %s', (subject, html) => {
    expect(codeOfHtml(subject, html)).toBe('482913')
  })

  test.each([
    ['Your login code', '<p>Your login code is ready.</p><a href="https://orbit.example">LOGIN</a>'],
    ['Your one-time code', '<h1>ORBIT</h1><p>Your one-time code is on its way to your phone.</p>'],
    ['Tips', '<p>Never tell anybody your login code.</p><p>BANCO</p><p>Pier Street 4</p>'],
    ['ORBIT login code', '<p>Your login code:</p><h1>ORBIT</h1><p>Click the button</p>'],
    ['Your login code', '<p>Your login code:</p><h1><a href="https://orbit.example">WEITER</a></h1>'],
    ['Flight', '<p>Confirmation code: KXQWPT</p>'],
  ])('are no code where the mail shows that they are a word: %s, %s', (subject, html) => {
    expect(codeOfHtml(subject, html)).toBeNull()
  })

  test.each([
    'Your verification code:\n\nCONTINUE\n\nhttps://orbit.example',
    'Hier ist dein Anmeldecode:\n\nWEITER',
    'Votre code de connexion :\n\nVALIDER',
  ])('are a button in a text part: %s', (text) => {
    expect(codeOf('Orbit', text)).toBeNull()
  })

  test('are one where they are large, and a colon leads to them', () => {
    expect(codeOfHtml('Login', '<p>Your login code:</p><h1>MOLIR</h1>')).toBe('MOLIR')
  })
})

describe('a number alone, in a language of which no word is known', () => {
  test.each([
    ['Enghraifft 482913', 'Helo,\n\nteipiwch ar y dudalen:\n\n482913\n\nDiolch'],
    ['Dæmi 482913', 'Halló,\n\nsláðu þetta inn:\n\n482913\n\nTakk fyrir'],
    ['Lota 482913', 'Halló,\n\nskrifaðu á síðuna:\n\n482913\n\nTakk'],
  ])('is the code where the subject has it, too: %s', (subject, text) => {
    expect(codeOf(subject, text)).toBe('482913')
    expect(codeOf('Kaixo', text)).toBeNull()
  })

  test('or where it is large, and no other number is near', () => {
    const html = (line: string) => `<p>Kaixo,</p><p>${line}</p><p style="font-size:32px">48291</p>`

    expect(codeOfHtml('Saioa', html('idatzi orrian:'))).toBe('48291')
    expect(codeOfHtml('Saioa', html('zenbakia 7718'))).toBeNull()
  })

  test.each([
    ['Tvůj týden', '<h1>48213</h1><p>kroků</p>'],
    ['Hvala', '<p>Kupili ste:</p><h1>48213</h1><p>bodova</p>'],
    ['Petition', '<h1>48213</h1>people have signed'],
    ['Tellimus 482913', '<p>Aitäh!</p><h1>482913</h1>'],
    ['Issue 48213', '<p>48213</p><p>closed</p>'],
    ['Happy New Year', '<h1>2027</h1>'],
    ['November', '<p>Logins this month</p><h1>48213</h1>'],
    ['November', '<h2>Login attacks blocked</h2><h1>48213</h1><p>Read how we keep you safe.</p>'],
    ['Login news', '<h1>48213</h1><p>signatures</p>'],
  ])('is none where nothing leads to it, or a word counts with it: %s, %s', (subject, html) => {
    expect(codeOfHtml(subject, html)).toBeNull()
  })
})
