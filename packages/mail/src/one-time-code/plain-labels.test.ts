import { describe, expect, test } from 'vitest'
import { createCodeReader } from './extract-one-time-code.ts'
import plainLabels from './test-cases/plain-labels.json' with { type: 'json' }

const { extract } = createCodeReader()
const codeOf = (subject: string, text: string): string | null => extract({ subject, text })?.code ?? null
const codeOfHtml = (subject: string, html: string): string | null => extract({ subject, text: '', html })?.code ?? null

describe('a plain label is enough', () => {
  const labels = Object.entries(plainLabels).map(([language, texts]) => ({ language, texts }))

  test.each(labels)('in $language, under any subject, beside a link, a greeting and a footer', ({ texts }) => {
    const mails = Object.values(texts).flatMap((text) =>
      ['482913', '4827'].flatMap((code) => {
        const line = text.replace('N', code)
        const letter = `Hi Kim,\n\n${line}\n\nhttps://orbit.example/in?t=77\n\nOrbit Ltd, Quay 4`
        return [
          { line, code, found: codeOf('Orbit note', line) },
          { line, code, found: codeOf('Library', letter) },
          { line, code, found: codeOfHtml('Orbit', `<p>${text.replace('N', `<b>${code}</b>`)}</p>`) },
        ]
      }),
    )

    expect(mails.filter(({ code, found }) => found !== code)).toEqual([])
  })
})

describe('a plain label is enough, whatever else the mail has', () => {
  const sentences = Object.values(plainLabels).map(({ yours }) => yours.replace('N', '482913'))
  const others = ['Orbit GmbH, HRB 77120', 'Plans from $5', 'Time: 14:22\nIP: 203.0.113.5', 'Orbit 7712']

  test.each([...others, 'Your customer number: 77120455'])('%s', (other) => {
    const missed = sentences.filter((sentence) => codeOf('Orbit', `${sentence}\n\n${other}`) !== '482913')

    expect(missed).toEqual([])
  })

  test.each([
    ['Order', 'Order 7712045\nCode: 482913'],
    ['Bestellung 7712045', 'Ihr Code lautet 482913'],
    ['Pedido', 'Pedido: 7712045\nCódigo: 482913'],
    ['Your order', 'Your code is 482913'],
    ['Order', 'To see your order 7712045, enter the code 482913.'],
    ['Two numbers', 'Your customer number is 30571. Your code is 482913.'],
    ['Орбита', 'Заказ 7712045. Код: 482913'],
    ['Orbit', 'Ihr Code: 482913\nZeit: 28.11.2026 14:22\nIP: 203.0.113.5'],
    ['Orbit', 'Your old code was 771204. Your new code is 482913.'],
    ['Orbit', 'Your Orbit code is 482913. Plans from $5.'],
    ['Orbit', 'Enter the code G-482913'],
    ['Orbit', 'Use code 482913 to sign in.'],
    ['Orbit', 'Kod 482913 do płatności 45,00 PLN w SHOP'],
    ['Orbit', 'Code 482913 für Zahlung 45,00 EUR bei SHOP, Karte 4471'],
    ['Paiement', 'Votre code pour le paiement de 45,00 € chez SHOP : 482913'],
    ['Orbit', 'Your personal code is 482913'],
    ['Orbit', 'New code 482913'],
    ['Орбита', 'Привет, Ким, твой код 482913, пока'],
    ['Orbit', 'Your e-mail code is 482913'],
    ['Order', 'Your order 7712045 is waiting. To see it, sign in with the code 482913.'],
    ['Orbit', 'Your six-digit PIN is 482913, valid until 14:30'],
    ['Hola', 'Hola Kim, your code is 482913, gracias'],
  ])('%s: %s', (subject, text) => {
    expect(codeOf(subject, text)).toBe('482913')
  })

  test.each([
    ['a word before the noun', 'Area', 'The area code is 4829'],
    ['a word before the noun', 'Info', '您的门店代码是482913'],
    ['the subject', 'Ihr Partnercode', 'Ihr Code lautet 482913.'],
    ['a row beside the number of a card', 'A gift', 'Gift card for 50 EUR\nCard: 6031 1170 4829\nPIN: 4829'],
    ['an end', 'Orbit', '482913. The code has expired.'],
    ['a word that is none for codes', 'Riddle', 'The answer is 48213.'],
    ['a queue', 'Waiting', 'Your number is 1204. Please wait.'],
    ['a list', 'Riddle', 'The codes: 1204, 4829, 7712.'],
    ['a PUK', 'Your SIM', 'PIN: 4829\nPUK: 48291377'],
    ['an address', 'Address', 'Pin code - 560001'],
    ['an offer', 'Autumn is here', 'All lamps 20% off this week.\n\nUse code 482913.'],
    ['an offer', 'Lamps', 'Our lamps are 20% off with code 482913'],
    ['a part of a number', 'Orbit', 'Your code is 4829 13.'],
    ['a receipt', 'Rechnung', 'Code für die Zahlung an der Kasse: 482913\n45,00 EUR'],
    ['a class', 'School', 'Join the class with code 482913.'],
    ['a film', 'Friday', 'The code is 1987, a film by A. Moss.'],
  ])('but %s says what it is instead: %s, %s', (...[, subject, text]) => {
    expect(codeOf(subject, text)).toBeNull()
  })
})

describe('what looks like a year, or stands in a name', () => {
  test.each([
    ['Boat Show 2026 - your Guest code', 'We are glad that you come to Boat Show 2026. Your Guest code is on paper.'],
    [
      'Feria 2027 - su código de expositor',
      'Nos alegra verle en la Feria 2027. Su código de expositor va en la carta.',
    ],
    ['Boat Show 2026 - your login code', 'Your login code is on the paper letter that we sent.'],
    ['Your passphrase hint', 'You asked for the hint.\n\nHint: aunt 1987\n\nSign in: https://safe.example'],
    ['Vintage', 'Your login opens the cellar. Enter it: Chateau Orbit 2019 is a good year.'],
  ])('is no code where no label plainly names it: %s', (subject, text) => {
    expect(codeOf(subject, text)).toBeNull()
  })

  test.each([
    ['Feira 2026 - o seu código', 'Olá,\n\nO seu código é: 551904. Introduza-o para entrar na sua conta.', '551904'],
    ['Sign in', 'Your code is 2026.', '2026'],
    ['Sign in', 'Your login code:\n\n1987', '1987'],
    ['Sign in', 'Use code 2024 to sign in.', '2024'],
  ])('does not stand in the way of the code, and may be it under a label: %s, %s', (subject, text, code) => {
    expect(codeOf(subject, text)).toBe(code)
  })
})

describe('a word for codes beside a noun', () => {
  test.each([
    'Your quorum code is 482913.',
    'Quorum code: 482913',
    'Code quorum : 482913',
    'Country code: 482913',
    'Access code to the event: 482913',
    'Last digits: 4829',
    'Quatre derniers chiffres : 4829',
    'Card security code: 4829',
    'Código de seguridad de la tarjeta: 4829',
    'Your ride PIN: 4829',
    'API token: 482913',
    'Gib diesen Code im Shop ein: 482913',
    'The code of the sluice is 4829.',
    'Il codice sbarra è 482913',
    'Код лифта: 4829',
    '玄関のコードは4829です。',
  ])('is another number where that noun is no purpose: %s', (text) => {
    expect(codeOf('Orbit', text)).toBeNull()
  })

  test.each([
    'Your Zentra code is 482913.',
    'Orbit code: 482913',
    'Your next code is 482913.',
    'Código de inicio de sesión: 482913',
    'Código único: 482913',
    'Code unique : 482913',
    'Code pour te connecter : 482913',
    'Verifizierungsnummer: 482913',
    'Codice monouso: 482913',
    'Код из письма: 482913',
  ])('is a code for a purpose, or that of the sender: %s', (text) => {
    expect(codeOf('Orbit', text)).toBe('482913')
  })

  test('does not take the next word where a list has it with a hyphen', () => {
    expect(codeOf('Orbit', 'Your PIN is 2024. It expires in 5 minutes.')).toBe('2024')
  })
})

describe('the name of the sender beside a word for codes', () => {
  test.each([
    'Your Microsoft code is 482913.',
    '482913 is your Ticketmaster verification code',
    '482913 is your Booking.com verification code',
    'Your Bolt code is 482913.',
    '482913 est votre code Zoom',
    '482913 es tu código de TripAdvisor',
    'Votre code Eventbrite est 482913',
    'Ваш код Viber: 482913',
  ])('is no thing where a word of the lists is like it, or its beginning: %s', (text) => {
    expect(codeOf('Hello', text)).toBe('482913')
  })

  test.each([
    ['Netflix', 'Tu código de Netflix es 482913.'],
    ['Uber', 'Votre code Uber est 482913'],
    ['TikTok', 'Twój kod TikTok to 482913'],
    ['LinkedIn', 'Ihr LinkedIn-Code lautet 482913.'],
    ['Apple', 'Apple kodunuz 482913'],
    ['PayPal', 'Ο κωδικός σας PayPal είναι 482913'],
    ['Royal Mail', 'Je Royal Mail-code is 482913'],
    ['TikTok', 'Kode TikTok Anda adalah 482913'],
    ['Netflix', 'Mã Netflix của bạn là 482913'],
    ['1Password', 'Twój kod 1Password to 482913'],
    ['Auth0', 'Tu código de Auth0 es 482913'],
    ['Sign in', 'Use this code to sign in to your Net2Phone account:\n\n482913'],
    ['Parcel2Go', '482913 is your Parcel2Go verification code'],
  ])('leaves a label plain in any order of words, where it is all of the subject: %s, %s', (subject, text) => {
    expect(codeOf(subject, text)).toBe('482913')
  })

  test.each([
    'Ihr Partner-Code lautet 482913.',
    'Prüfcode des Zertifikats: 482913',
    'Your Wi-Fi code is 482913.',
    'Notre code NAF : 6201',
    'The Quorum Code: 4829',
    'The Bourne Code: 2011',
  ])('is none where every noun has a capital, or the word is an abbreviation: %s', (text) => {
    expect(codeOf('Hello', text)).toBeNull()
  })
})

describe('an order in a language with a short list', () => {
  test.each([
    'Narudžba',
    'Tellimus',
    'Užsakymas',
    'Pasūtījums',
    'Naročilo',
    'Eskaera',
    'Porosia',
    'Sifariş',
    'Тапсырыс',
  ])('%s is no code', (word) => {
    expect(codeOfHtml(`${word} 482913`, '<h1>482913</h1>')).toBeNull()
  })
})

describe('what a label does not name', () => {
  test.each([
    [
      'a number at the end of the subject',
      'Sleep better today!58213',
      'Reply with STOP in the subject line. Enter the club: https://a.example',
    ],
    [
      'a partner code',
      'Hafenfest – Ihr Partnercode',
      'Ihr Code ist: 551904. Tragen Sie ihn im Feld "Partnercode" ein.',
    ],
    ['the name of a sender', 'ORBITA login code', 'ORBITA\n\nYour login code was sent to your phone.'],
    ['what has expired', 'Library', 'Your code 730518 has expired. Request a new one on the page.'],
    [
      'a postal code in a long letter',
      'News',
      `${'All that is new in the town by the river. '.repeat(70)}Pier 3, OR 97399. Please enter by the side.`,
    ],
  ])('is no code: %s', (_, subject, text) => {
    expect(codeOf(subject, text)).toBeNull()
  })

  test.each([
    ['a request number', 'Login', 'One-time password for request ID 30571:\n\n482913', '482913'],
    [
      'a request number before a label',
      'ワンタイムパスワード発行',
      '依頼ID：30571のワンタイムパスワードは以下になります。\n\n【パスワード】\nhT7kWq2Z\n・10分以内に入力してください。',
      'hT7kWq2Z',
    ],
    ['a brand', '認証コード：ORBITA', 'ORBITA\n\n認証コードは次のとおりです。\n\n730518\n', '730518'],
    ['an order number', 'Your order 771204', 'Your verification code is 482913.', '482913'],
  ])('does not beat the code: %s', (...[, subject, text, code]) => {
    expect(codeOf(subject, text)).toBe(code)
  })
})

describe('codes of other forms', () => {
  test.each([
    ['Library', 'Type this code: 730518 The code expires in 10 minutes.', '730518'],
    ['Login code', 'Your login code:\n\nRKVTB\n', 'RKVTB'],
    ['Lagoa - nova senha', 'O seu código de verificação é: GNA558. Use-o para trocar a sua senha.', 'GNA558'],
    ['Welcome', 'Confirm your account with the following code: 730518', '730518'],
    ['Orbit', 'Your code is KXQWPT', 'KXQWPT'],
    ['Orbit', 'Your login code is: WQZRT', 'WQZRT'],
    ['Orbit', 'Your code is abc123', 'abc123'],
    ['Orbit', 'Your code: QWE123', 'QWE123'],
  ])('%s: %s', (subject, text, code) => {
    expect(codeOf(subject, text)).toBe(code)
  })
})
