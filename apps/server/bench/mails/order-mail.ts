import { type Draw, digits, pick, two } from './draws.ts'
import { type ComposedMail, multipart, plainPart } from './mail-form.ts'
import { brand, fullName, postalAddress } from './names.ts'
import { filled, listOf, type Slots, type Writing, wrapped } from './writing.ts'

const slots: Slots = {
  shade: listOf(
    'anthracite|beige|bottle green|burgundy|charcoal|cobalt|cognac|cream|dusty pink|ecru|indigo|ivory|khaki|mauve|mustard|navy|ochre|olive|petrol|rust|sand|taupe|teal|terracotta',
  ),
  material: listOf(
    'acacia|bamboo|brushed steel|cast iron|corduroy|denim|enamelled|felt|glazed|hammered brass|jersey|lambswool|linen|merino|oiled walnut|organic cotton|porcelain|rattan|recycled polyester|stoneware|suede|terry|tweed|waxed canvas',
  ),
  article: listOf(
    'apron|armchair cover|bath mat|bedspread|belt|bread bin|butter dish|cardigan|casserole|chopping board|coat rack|colander|corkscrew|curtain|door stop|duffel bag|egg cups|fruit bowl|gravy boat|hammock|hot water bottle|ironing board|jewellery box|kettle|lampshade|laundry basket|mixing bowl|napkin ring|oven glove|pepper mill|picture frame|pillowcase|plant pot|pyjamas|raincoat|salad servers|scarf|shoehorn|soup ladle|spice rack|tablecloth|tea towel|umbrella stand|vase|wall clock|watering can|wellingtons|whisk',
  ),
  form: listOf('small|medium|large|extra large|set of two|set of four|set of six|single|double|king size|40 cm|60 cm'),
  carrier: listOf('DHL|DPD|GLS|Hermes|PostNord|UPS|Chronopost|Correos|bpost|FedEx|InPost'),
  weekday: listOf('Monday|Tuesday|Wednesday|Thursday|Friday|Saturday'),
  period: listOf('14|30|45|60|90|100'),
}

/** What such mails say below the list. */
const writing: Writing = {
  slots,
  sentences: [
    'Unworn goods can be returned within {period} days, free of charge, with the label in the parcel.',
    '{Carrier} rings twice; after that your parcel waits at the nearest pick-up point.',
    'The {material} {article} ships separately because it comes from another warehouse.',
    'Prices include VAT and the contribution for packaging.',
    'Refunds reach the card that you used within {period} hours of the goods arriving with us.',
    'Wash {material} pieces at thirty degrees and dry them flat, out of the sun.',
    'If a {article} arrives chipped or torn, send us a photograph and we replace it.',
    'The {article} in {shade} is sold out and will be charged when it leaves the depot.',
    'Loyalty points of this purchase appear once the return period is over.',
    'Gift wrapping was {shade} this season; the card is written by hand.',
    '{Carrier} delivers on {weekday} between eight and noon where the courier has a key.',
  ],
}

const price = (cents: number): string => `${Math.floor(cents / 100)}.${two(cents % 100)}`

const linesPerOrder = 20

/** A line of an order. */
function orderLine(draw: Draw) {
  const [quantity, cents] = [1 + draw(5), 195 + draw(18_900)]
  const article = filled(draw, '{Material} {article}', slots)
  const variant = filled(draw, '{shade}, {form}', slots)
  return { sku: `${digits(draw, 3)}-${digits(draw, 5)}`, article, variant, quantity, cents }
}

const subjects = listOf(
  'Thank you for your order {number}|Order {number} confirmed|We have received order {number}|Your {brand} order is on its way to our packers|{brand}: order {number}',
)

/** An order of twenty lines with their prices, as HTML beside plain text, both ASCII. `filler` stands below the list. */
export function orderMail(draw: Draw): { writing: Writing; compose: (filler: string) => ComposedMail } {
  const { name, host, colour } = brand(draw)
  const number = `${digits(draw, 3)}-${digits(draw, 7)}-${digits(draw, 7)}`
  const customer = fullName(draw)
  const [street, place] = postalAddress(draw)
  const lines = Array.from({ length: linesPerOrder }, () => orderLine(draw))
  const total = lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
  const shipping = 395 + draw(900)
  const subject = filled(draw, pick(draw, subjects), { number: [number], brand: [name] })
  const arrival = filled(draw, '{carrier} brings it on {weekday}', slots)
  const boundary = `_----------=_${digits(draw, 10)}${digits(draw, 6)}`
  const rows = lines.map(({ sku, article, variant, quantity, cents }, index) => {
    const shade = index % 2 ? ' bgcolor="#f7f7f7"' : ''
    return `<tr${shade}><td class="i"><a href="https://${host}/p/${sku}">${article}</a><br><small>${variant}<br>Art. ${sku}</small></td><td class="q">${quantity}</td><td class="n">${price(cents)}</td><td class="n">${price(cents * quantity)} EUR</td></tr>\r\n`
  })
  const texts = lines.map(({ article, quantity, cents }) => {
    const left = `${quantity} x ${article}`
    return `${left.padEnd(52)}${price(cents * quantity).padStart(10)}\r\n`
  })
  const totals = [
    ['Goods', total],
    ['Shipping', shipping],
    ['of which VAT 21 %', Math.round(((total + shipping) * 21) / 121)],
    ['Total', total + shipping],
  ] as const
  const plain = [
    `Dear ${customer},\r\n\r\nwe have received your order ${number}.\r\n\r\n`,
    ...texts,
    `${'-'.repeat(62)}\r\n`,
    ...totals.map(([label, cents]) => `${label.padEnd(52)}${price(cents).padStart(10)}\r\n`),
    `\r\nDelivery address:\r\n${customer}\r\n${street}\r\n${place}\r\n\r\n${arrival}.\r\n`,
  ].join('')
  const html = (filler: string) =>
    `<html><head><style type="text/css">\r\nbody{font:14px/20px Verdana,Geneva,sans-serif;color:#222}\r\ntd.i{padding:8px;text-align:left}.q{padding:8px;text-align:center}.n{padding:8px;text-align:right;white-space:nowrap}\r\nth{background:${colour};color:#fff;padding:8px}small{color:#777}a{color:${colour}}\r\n</style></head><body>\r\n<h2>Thank you, ${customer}!</h2>\r\n<p>Your order <b>${number}</b> is with us. ${arrival}; follow it under <a href="https://${host}/orders/${number}">My orders</a>.</p>\r\n<table width="600" cellspacing="0"><tr><th>Article</th><th>Qty</th><th>Each</th><th>Sum</th></tr>\r\n${rows.join('')}${totals.map(([label, cents]) => `<tr><td class="n" colspan="3">${label}</td><td class="n">${price(cents)} EUR</td></tr>\r\n`).join('')}</table>\r\n<h3>Delivery address</h3><p>${customer}<br>${street}<br>${place}</p>\r\n<p>\r\n${wrapped(filler)}</p></body></html>\r\n`
  return {
    writing,
    compose: (filler) => ({
      from: `"${name} Orders" <orders@${host}>`,
      subject,
      fields: [`X-Order-Id: ${number}`, 'X-Mailer: PHPMailer 6.9.1 (https://github.com/PHPMailer/PHPMailer)'],
      part: multipart('alternative', boundary, [plainPart('text/plain', plain), plainPart('text/html', html(filler))]),
    }),
  }
}
