import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const texts = {
  japanese: '認証コード: 482913',
  chinese: '您的验证码是：482913，请勿告诉他人。',
  taiwanese: '您的驗證碼是：482913，請勿告訴他人。',
  korean: '인증번호는 482913입니다. 다른 사람에게 알려주지 마세요.',
  russian: 'Ваш код подтверждения: 482913',
  ukrainian: 'Ваш код підтвердження: 482913. Нікому його не повідомляйте.',
  greek: 'Ο κωδικός επαλήθευσης είναι 482913',
  turkish: 'Doğrulama kodunuz 482913, kimseyle paylaşmayın, geçerlilik süresi beş dakikadır.',
  polish: 'Twój kod to 482913. Jeśli to nie Ty, zignoruj tę wiadomość, będzie ważny dziesięć minut.',
  czech: 'Váš ověřovací kód je 482913, příliš žluťoučký kůň úpěl ďábelské ódy.',
  german: 'Ihr Bestätigungscode für „Größe“ lautet 482913 – er gilt zehn Minuten.',
  french: 'Votre code d’accès est 482913, réservé à l’élève créé cet été.',
  hebrew: 'קוד האימות שלך הוא 482913',
  arabic: 'رمز التحقق الخاص بك هو 482913',
}

const encoded = (text: string, charset: string): Buffer => {
  const bytes = iconv.encode(text, charset)
  expect(iconv.decode(bytes, charset)).toBe(text)
  return bytes
}

describe('bytes that contradict their label are read as what they are', () => {
  test.each<[keyof typeof texts, string, string[]]>([
    ['japanese', 'utf-8', ['iso-8859-1', 'us-ascii', 'shift_jis', 'iso-2022-jp', 'euc-jp', 'windows-1251']],
    ['japanese', 'shift_jis', ['iso-2022-jp', 'utf-8', 'us-ascii', '', 'iso-8859-1', 'euc-jp', 'x-unknown']],
    ['japanese', 'euc-jp', ['iso-2022-jp', 'utf-8', 'us-ascii', '', 'iso-8859-1', 'shift_jis']],
    ['chinese', 'utf-8', ['gb2312', 'gbk', 'gb18030', 'big5', 'iso-8859-1', 'us-ascii', 'koi8-r']],
    ['chinese', 'gb18030', ['utf-8', 'us-ascii', '', 'iso-8859-1', 'iso-2022-jp', 'big5']],
    ['taiwanese', 'utf-8', ['big5', 'gb2312', 'iso-8859-1']],
    ['taiwanese', 'big5', ['utf-8', 'us-ascii', '', 'iso-8859-1', 'gb2312']],
    ['korean', 'utf-8', ['euc-kr', 'ks_c_5601-1987', 'iso-8859-1']],
    ['korean', 'euc-kr', ['utf-8', 'us-ascii', '', 'iso-8859-1', 'iso-2022-kr', 'gb2312']],
    ['russian', 'utf-8', ['koi8-r', 'windows-1251', 'iso-8859-5', 'iso-8859-1']],
    ['russian', 'koi8-r', ['', 'utf-8', 'us-ascii', 'iso-8859-1', 'windows-1251', 'iso-8859-5']],
    ['russian', 'windows-1251', ['', 'utf-8', 'us-ascii', 'iso-8859-1', 'iso-8859-5', 'koi8-r']],
    ['russian', 'cp866', ['', 'utf-8', 'us-ascii', 'iso-8859-1', 'windows-1251']],
    ['ukrainian', 'koi8-u', ['', 'koi8-r', 'iso-8859-1']],
    ['greek', 'windows-1253', ['', 'utf-8', 'iso-8859-1']],
    ['hebrew', 'windows-1255', ['', 'utf-8', 'iso-8859-1']],
    ['arabic', 'windows-1256', ['', 'utf-8', 'iso-8859-1']],
    ['german', 'utf-8', ['iso-8859-1', 'iso-8859-15', 'iso-8859-2', 'gb2312', 'shift_jis', 'windows-1251']],
    ['german', 'windows-1252', ['iso-8859-1', 'iso-8859-15', 'us-ascii', 'utf-8', '']],
    ['french', 'windows-1252', ['iso-8859-1', 'iso-8859-15', 'us-ascii', 'utf-8', '']],
    ['czech', 'windows-1250', ['iso-8859-2', 'iso-8859-1', '']],
    ['polish', 'iso-8859-2', ['iso-8859-1', '']],
    ['polish', 'windows-1250', ['iso-8859-2', 'iso-8859-1', '']],
    ['turkish', 'windows-1254', ['iso-8859-9', 'iso-8859-1', '']],
  ])('%s in %s, labelled as %j', (name, charset, labels) => {
    for (const label of labels) expect(decodeText(encoded(texts[name], charset), label), label).toBe(texts[name])
  })

  test('bytes that happen to have a few characters of UTF-8 in them', () => {
    for (const text of ['認證數字', '單次使用密碼']) expect(decodeText(encoded(text, 'big5'), 'utf-8')).toBe(text)
  })

  test('code page 850', () => {
    const text = 'Ihr Bestätigungscode für die Größe lautet 482913.'

    for (const label of ['cp850', 'ibm850', '', 'iso-8859-1', 'us-ascii', 'utf-8'])
      expect(decodeText(encoded(text, 'cp850'), label), label).toBe(text)
  })

  test('a mark decides over any label', () => {
    for (const label of ['gb2312', 'iso-8859-1', 'utf-16', '']) {
      expect(decodeText(Buffer.from(`\ufeff${texts.german}`), label), label).toBe(texts.german)
      expect(decodeText(Buffer.from(`\ufeff${texts.german}`, 'utf16le'), label), label).toBe(texts.german)
    }
  })

  test('what is labelled UTF-16 and is not', () => {
    for (const label of ['utf-16', 'utf-16le', 'utf-16be'])
      expect(decodeText(Buffer.from(texts.german), label)).toBe(texts.german)
    expect(decodeText(Buffer.from('Code 482913'), 'utf-16')).toBe('Code 482913')
  })
})

describe('seven bits', () => {
  const iso2022jp = Buffer.from("\u001b$BG'>Z%3!<%I\u001b(B: 482913", 'latin1')
  const iso2022kr = Buffer.from('\u001b$)C\u000e@NAu9xH#\u000f: 482913\n\u000eGQ1[\u000f', 'latin1')

  test.each(['iso-2022-jp', 'us-ascii', 'utf-8', '', 'iso-8859-1', 'shift_jis', 'euc-jp', 'x-unknown'])(
    'ISO-2022-JP labelled as %j',
    (label) => {
      expect(decodeText(iso2022jp, label)).toBe('認証コード: 482913')
    },
  )

  test.each(['iso-2022-kr', 'us-ascii', 'utf-8', '', 'euc-kr'])('ISO-2022-KR labelled as %j', (label) => {
    expect(decodeText(iso2022kr, label)).toBe('인증번호: 482913\n한글')
  })

  test('lines that do not return to ASCII end with their line', () => {
    const text = iso2022jp.toString('latin1').replace('\u001b(B: 482913', '\r\n482913 \u001b$B$"\n')

    expect(decodeText(Buffer.from(text, 'latin1'), 'iso-2022-jp')).toBe('認証コード\r\n482913 あ\n')
  })

  test('escapes of a terminal stay, and nothing is taken for UTF-7 that is not called so', () => {
    for (const label of ['', 'us-ascii', 'utf-8', 'iso-8859-1']) {
      expect(decodeText(Buffer.from('\u001b[31mred\u001b[0m $B'), label)).toBe('\u001b[31mred\u001b[0m $B')
      expect(decodeText(Buffer.from('1 +AOk- 2 +ADw-script+AD4-'), label)).toBe('1 +AOk- 2 +ADw-script+AD4-')
    }
  })
})

interface Mail {
  name: string
  subject: string
  body: string
}

const ownMails = ['with-code', 'without-code'].flatMap((name): Mail[] =>
  JSON.parse(readFileSync(new URL(`../one-time-code/test-cases/${name}-by-language.json`, import.meta.url), 'utf8')),
)
const phrases = ['zh-CN', 'zh-TW'].map((name): Mail => {
  const lexicon = readFileSync(new URL(`../one-time-code/languages/${name}.json`, import.meta.url), 'utf8')
  return { name, subject: '', body: (lexicon.match(/(?<=")[^"]*\p{Script=Han}[^"]*(?=")/gu) ?? []).join('\n') }
})
const western = ['iso-8859-1', 'iso-8859-15', 'windows-1252', 'cp850']
const central = ['iso-8859-2', 'windows-1250', 'cp852']
const mails = [...ownMails, ...phrases]
const charsetsOf: Record<string, string[]> = {
  ...Object.fromEntries(['German', 'French', 'Spanish', 'Portuguese', 'Italian'].map((name) => [name, western])),
  ...Object.fromEntries(['Dutch', 'Swedish', 'Danish', 'Norwegian', 'Finnish'].map((name) => [name, western])),
  ...Object.fromEntries(['Polish', 'Czech', 'Slovak', 'Hungarian', 'Romanian'].map((name) => [name, central])),
  Russian: ['koi8-r', 'windows-1251', 'iso-8859-5', 'cp866'],
  Ukrainian: ['koi8-u', 'windows-1251'],
  Bulgarian: ['windows-1251', 'iso-8859-5'],
  Greek: ['iso-8859-7', 'windows-1253'],
  Turkish: ['iso-8859-9', 'windows-1254'],
  Hebrew: ['windows-1255', 'iso-8859-8'],
  Arabic: ['windows-1256', 'iso-8859-6'],
  Persian: ['windows-1256'],
  Thai: ['windows-874'],
  Japanese: ['shift_jis', 'euc-jp'],
  Korean: ['euc-kr'],
  'zh-CN': ['gb2312', 'gb18030'],
  'zh-TW': ['big5'],
}

const pairsOf = (text: string): string[] => text.split(/(?<=[^\u0000-\u007f]{2})/u).concat(text.match(/\S+ \S+/g) ?? [])

describe('a right label stands', () => {
  test.each([
    ['gb2312', ['中文', '登录', '猫', '中', '联通', '李娜', '王', '测试', '北京', '我的猫']],
    ['big5', ['中文', '登入', '測試', '王', '台北']],
    ['euc-kr', ['확인', '한국', '김', '이수진', '안녕']],
    ['shift_jis', ['東京', 'ﾃｽﾄ', 'ｶﾐ', '田', 'あ', 'メール', '～']],
    ['euc-jp', ['東京', '田', 'あ', 'メール']],
    ['koi8-r', ['её', 'Да', 'я', 'Иван', 'ёж', 'Ё', '═══', 'КОД']],
    ['windows-1251', ['Я…', 'я', '№ 5', '«А»', 'Ёж', 'КОД', 'И']],
    ['iso-8859-5', ['Да', 'Иван', 'КОД']],
    ['cp866', ['Да', 'Иван']],
    ['iso-8859-1', ['é', 'à', 'Ë', 'ÄÖÜ', 'ça', '«é»', '©', '½', 'Ïðè', 'ÀÉÈ', 'ñandú']],
    ['iso-8859-15', ['€ 5', 'œuvre', 'Žižek', 'é']],
    ['windows-1252', ['€', '…', '“é”', '’', 'Œ', 'ÅÄÖ', 'Þú']],
    ['iso-8859-2', ['ąę', 'Łódź', 'ž', 'ő', 'Š']],
    ['windows-1250', ['ąę', 'Łódź', 'ž', 'ő', 'ť']],
    ['windows-1253', ['Ναι', 'Ω', 'ώ']],
    ['iso-8859-7', ['Ναι', 'Ω', 'ώ']],
    ['windows-1254', ['ğ', 'İ', 'Şı']],
    ['windows-1255', ['כן', 'א']],
    ['windows-1256', ['نعم', 'و']],
    ['windows-874', ['ครับ', 'ก']],
    ['cp850', ['é', 'ü', '½']],
  ])('%s, for texts of a few characters', (charset, words) => {
    for (const word of words) {
      for (const text of [word, `${word} 482913`, `Re: ${word}!`])
        expect(decodeText(encoded(text, charset), charset), text).toBe(text)
    }
  })

  test.each(Object.entries(charsetsOf))(
    '%s, for each mail, line, word and pair of words of our mails',
    (language, charsets) => {
      const texts = mails
        .filter(({ name }) => name.startsWith(language))
        .flatMap(({ subject, body }) => [subject, body])
      const pieces = new Set(
        texts.flatMap((text) => [text, ...text.split('\n'), ...text.split(/\s+/), ...pairsOf(text)]),
      )

      for (const charset of charsets) {
        const wrong: string[] = []
        for (const piece of pieces) {
          const bytes = iconv.encode(piece, charset)
          if (iconv.decode(bytes, charset) === piece && decodeText(bytes, charset) !== piece) wrong.push(piece)
        }
        expect(wrong, charset).toEqual([])
      }
      expect(pieces.size).toBeGreaterThan(20)
    },
  )

  test.each<[string, Buffer, string]>([
    ['a character that is cut at the end', Buffer.from('Caf\u00c3\u00a9 pour d\u00c3', 'latin1'), 'Café pour d\ufffd'],
    ['a byte of Windows-1252', Buffer.from('caf\u00c3\u00a9\u0092s', 'latin1'), 'café\ufffds'],
    ['a cut character of three bytes', Buffer.concat([Buffer.from('中'), Buffer.from([0xe6, 0x96])]), '中\ufffd'],
  ])('UTF-8, with %s', (_, bytes, text) => {
    expect(decodeText(bytes, 'utf-8')).toBe(text)
  })

  test('UTF-8, for texts of a few characters and with single bytes that are damaged', () => {
    for (const text of ['é', 'ж', '猫', 'ţ', '😀', 'Ã©', 'â€™']) {
      for (const label of ['utf-8', '', 'us-ascii', 'iso-8859-1'])
        expect(decodeText(Buffer.from(text), label)).toBe(text)
    }
    const long = `${texts.german} ${texts.french} `.repeat(40)
    expect(decodeText(Buffer.concat([Buffer.from(long), Buffer.from([0xe2, 0x82]), Buffer.from(long)]), 'utf-8')).toBe(
      `${long}\ufffd${long}`,
    )
    expect(decodeText(Buffer.concat([Buffer.from([0xfc]), Buffer.from(long)]), '')).toBe(`\ufffd${long}`)
  })
})
