import { type Draw, digits, pick, token } from './draws.ts'
import { type ComposedMail, multipart, printable, printablePart } from './mail-form.ts'
import { brand } from './names.ts'
import { filled, listOf, prose, type Slots, sentence, type Writing } from './writing.ts'

const slots: Slots = {
  topic: listOf(
    'alpine hiking|bird watching|board games|bouldering|calligraphy|cheese making|cold-water swimming|community gardens|film photography|foraging|home brewing|jazz festivals|kite surfing|long-distance trains|mushroom walks|night skies|open kitchens|pottery|puppet theatre|radio plays|river cruises|rooftop bees|rowing|sourdough|street murals|tiny museums|urban sketching|vinyl collecting|wild camping|woodcarving',
  ),
  region: listOf(
    'Brittany|Carinthia|Dalmatia|Galicia|Jutland|Lapland|Liguria|Lofoten|Madeira|Masuria|Moravia|Normandy|Provence|Puglia|Saxony|Scania|Sicily|Skye|Tuscany|Tyrol|Ulster|Wallonia|Zeeland',
  ),
  quality: listOf(
    'astonishing|brilliant|candid|charming|curious|delightful|fearless|gentle|hilarious|intimate|luminous|offbeat|overlooked|playful|quiet|radiant|surprising|tender|unhurried|vivid|whimsical|witty',
  ),
  author: listOf(
    'a ferry captain|a retired baker|a forester|a glassblower|a lighthouse keeper|a night nurse|a piano tuner|a postwoman|a shepherd|a stage designer|a stonemason|an astronomer|two sisters|three students|our columnist|our correspondent',
  ),
  piece: listOf(
    'essay|interview|photo story|podcast|quiz|reportage|short film|timeline|travel diary|walking map|illustrated guide|playlist',
  ),
  benefit: listOf(
    'early tickets|a tote bag|the printed issue|ten free chapters|a backstage tour|a bottle of cider|half price for friends|members-only evenings',
  ),
  number: (draw) => String(3 + draw(97)),
  price: (draw) => `€${4 + draw(240)}.${draw(10)}0`,
}

const writing: Writing = {
  slots,
  sentences: [
    'What {author} learnt about {topic} in {region}, told in a {quality} {piece}.',
    '{Topic} is having a {quality} revival, and {region} is where it began.',
    'We asked {number} readers for their most {quality} memory of {topic}.',
    'Spend a weekend in {region} for {price}, with {benefit} thrown in.',
    'The {piece} that {author} did not want to publish is finally here.',
    'In {number} pictures: {topic} between {region} and {region}.',
    'Why does {topic} make us feel so {quality}? {Author} has an answer.',
    'Subscribers get {benefit} until Sunday, then it costs {price} again.',
    'A {quality} evening of {topic} awaits; seats from {price}.',
    '“It was {quality},” says {author}, “and I would do it again.”',
    'Our {piece} of the month follows {author} from {region} to {region}.',
    'Forget everything you heard about {topic}: this {piece} is {quality} and {quality}.',
    '{Number} minutes well spent — a {piece} on {topic}, read aloud by {author}.',
    'From the archive: {author} on {topic}, {number} years later.',
  ],
}

const headlines = listOf(
  '{Topic}, the {quality} way|{Number} {quality} places in {region}|{Region} for beginners|Meet {author}|The {quality} {piece}|Ask {author}|{Topic} from {price}|Why {region} loves {topic}|A {piece} about {topic}',
)

/** A link that counts its clicks. */
const tracked = (draw: Draw, host: string): string =>
  `https://click.${host}/track/c/${token(draw, 32)}?url=${token(draw, 96)}&mc_cid=${token(draw, 10)}&mc_eid=${token(draw, 10)}&utm_source=newsletter&utm_medium=email&utm_campaign=${digits(draw, 6)}`

/** A section with an image, a headline, its teaser and two links. */
function section(draw: Draw, { host, colour }: { host: string; colour: string }): string {
  const headline = filled(draw, pick(draw, headlines), slots)
  const teaser = Array.from({ length: 2 + draw(3) }, () => sentence(draw, writing)).join(' ')
  const [image, width] = [`https://img.${host}/${token(draw, 22)}/${digits(draw, 8)}.jpg`, 264 + 8 * draw(40)]
  return `<table border="0" cellpadding="0" cellspacing="0" width="100%" class="mcnBlock" style="min-width:100%;border-collapse:collapse"><tbody><tr><td valign="top" style="padding:${9 + draw(10)}px 18px;mso-line-height-rule:exactly">
<a href="${tracked(draw, host)}" title="" target="_blank"><img align="center" alt="${headline}" src="${image}" width="${width}" style="max-width:${2 * width}px;padding-bottom:0;display:inline!important;vertical-align:bottom;border-radius:${draw(12)}px" class="mcnImage" /></a>
<h2 style="display:block;margin:0;padding:8px 0;color:#202020;font-family:Georgia,'Times New Roman',serif;font-size:${20 + draw(8)}px;font-style:normal;font-weight:bold;line-height:125%">${headline}</h2>
<p style="margin:10px 0;padding:0;color:#4${draw(10)}4${draw(10)}4${draw(10)};font-family:Georgia,'Times New Roman',serif;font-size:16px;line-height:150%;text-align:left">${teaser}</p>
<a class="mcnButton" href="${tracked(draw, host)}" target="_blank" style="font-weight:bold;letter-spacing:normal;line-height:100%;text-align:center;text-decoration:none;color:${colour}">${pick(draw, listOf('Read on|Listen now|See the pictures|Book a seat|Play|Join us|More like this'))} →</a>
</td></tr></tbody></table>
`
}

const sheet =
  listOf(`.mcnBlock{min-width:100%}.mcnImage{max-width:100%;height:auto}.mcnButton{display:inline-block;padding:12px 0}
@media only screen and (min-width:768px){.templateContainer{width:600px!important}}
@media only screen and (max-width:480px){body{width:100%!important;min-width:100%!important}.mcnImage{width:100%!important}.columnWrapper{display:block!important;max-width:100%!important}h2{font-size:20px!important;line-height:125%!important}p{font-size:16px!important}}`)[0]

/** A newsletter of about `bytes` bytes whose links and images are tracked, in quoted-printable, beside a short plain text. */
export function newsletter(draw: Draw, bytes: number): { writing: Writing; compose: (filler: string) => ComposedMail } {
  const own = brand(draw)
  const { name, host } = own
  const subject = filled(draw, pick(draw, headlines), slots)
  const intro = prose(draw, writing, 300)
  const [issue, browser, leave] = [String(20 + draw(400)), tracked(draw, host), tracked(draw, host)]
  const plain = `${name} ${issue}\r\n\r\n${intro}\r\n\r\nRead it in your browser: ${browser}\r\nUnsubscribe: ${leave}\r\n`
  const boundary = `_----------=_MCPart_${digits(draw, 9)}`
  const pixel = `<img src="https://click.${host}/track/open/${token(draw, 64)}" height="1" width="1" alt="" />`
  let [sections, length] = ['', 5_000]
  while (length < bytes - 5_000) {
    const next = section(draw, own)
    sections += next
    length += printable(next).length
  }
  const html = (filler: string) =>
    `<!doctype html><html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="UTF-8"><meta http-equiv="X-UA-Compatible" content="IE=edge"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title><style type="text/css">${sheet}</style></head>
<body style="height:100%;margin:0;padding:0;width:100%;background-color:#fafafa"><span class="mcnPreviewText" style="display:none;font-size:0;line-height:0;max-height:0;max-width:0;opacity:0;overflow:hidden;visibility:hidden;mso-hide:all">${intro}</span>
<center><table align="center" border="0" cellpadding="0" cellspacing="0" height="100%" width="100%" id="bodyTable"><tr><td align="center" valign="top"><p><a href="${browser}">View this email in your browser</a></p><table class="templateContainer" border="0" cellpadding="0" cellspacing="0" width="100%"><tr><td valign="top"><h1>${name} · ${issue}</h1><p>${intro}</p>
${sections}<p>${filler}</p></td></tr></table><p><em>Copyright © 2026 ${name}. All rights reserved.</em><br><a href="${leave}">unsubscribe from this list</a></p></td></tr></table></center>${pixel}</body></html>`.replaceAll(
      /\r?\n/g,
      '\r\n',
    )
  return {
    writing,
    compose: (filler) => ({
      from: `${name} <hello@${host}>`,
      subject,
      fields: [
        `List-Unsubscribe: <https://${host}/unsubscribe/${issue}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        `List-Id: ${issue}.list.${host}`,
        'Precedence: bulk',
      ],
      part: multipart('alternative', boundary, [
        printablePart('text/plain', plain),
        printablePart('text/html', html(filler)),
      ]),
    }),
  }
}
