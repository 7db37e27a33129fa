import { rawMail } from '@inlet/testkit'

interface WrittenMail {
  from: string
  subject: string
  html: string
}

/** A mail in HTML. */
function htmlMail({ from, subject, html }: WrittenMail): Buffer {
  const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
  const [, name = '', address = from] = /^(.*) <(.*)>$/.exec(from) ?? []
  const head = [
    `From: ${name && `${encoded(name)} `}<${address}>`,
    'To: visitor@elsewhere.example',
    `Subject: ${encoded(subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
  ]
  const body = Buffer.from(html).toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(`${head.join('\r\n')}\r\n${body}\r\n`)
}

const products = ['Rye loaf, 1 kg', 'Butter croissants, box of 6', 'Sourdough starter']

/** A newsletter that paints its own background and loads its images from elsewhere. */
export const campaign = htmlMail({
  from: 'The Weekly Loaf <loaf@bakery-news.example>',
  subject: 'Your bread for the weekend',
  html: `<body style="margin:0;background:#f4efe6"><table width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
<table width="560" style="max-width:100%;background:#ffffff;font-family:Georgia,serif;color:#3b2f24" cellpadding="24"><tr><td>
<img src="https://bakery-news.example/logo.png" width="120" height="40" alt="The Weekly Loaf"><h1 style="font-size:26px">Fresh from the oven</h1>
<p>Three things that we baked this week, and that we keep for you until Saturday at noon.</p>
<table width="100%" cellpadding="8">${products
    .map(
      (name, n) =>
        `<tr style="border-bottom:1px solid #e5dccd"><td><img src="https://bakery-news.example/${n}.jpg" width="64" height="64" alt=""></td><td>${name}</td><td align="right">€ ${n + 4}.50</td></tr>`,
    )
    .join('')}</table>
<p><a href="https://bakery-news.example/order?week=47" style="display:inline-block;background:#9a3412;color:#ffffff;padding:12px 24px;text-decoration:none;border-radius:6px">Reserve my bread</a></p>
<p style="font-size:12px;color:#7a6a58">You get this because you asked for it. <a href="https://bakery-news.example/unsubscribe" style="color:#7a6a58">Unsubscribe</a></p>
<img src="https://track.bakery-news.example/open.gif?u=1" width="1" height="1" alt="">
</td></tr></table></td></tr></table></body>`,
})

/** Everything in it is longer than its place. */
export const longMail = htmlMail({
  from: 'The Department of International Correspondence and Unusually Long Signatures <department-of-international-correspondence.automated-notifications@a-subdomain-with-a-long-name.elsewhere.example>',
  subject:
    'Re: Fwd: Re: Your request about the request that was forwarded to the department in charge of forwarding requests, reference 2026-11-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789',
  html: `<p>Your verification code is <b>A7K9-Q2M4-X8Z1</b></p>${'<p>A paragraph that goes on for longer than a line on a phone, and says nothing.</p>'.repeat(30)}<p><a href="https://elsewhere.example/a/path/that/does/not/end/${'and-goes-on/'.repeat(20)}?token=${'0123456789abcdef'.repeat(16)}">a link</a></p>`,
})

/** A mail without a subject, a sender's name or a text. */
export const bareMail = Buffer.from('From: <x@elsewhere.example>\r\n\r\n\r\n')

/** What a usual inbox holds, oldest first. */
export const usualMails: readonly Buffer[] = [
  rawMail('plain-text'),
  rawMail('order-confirmation'),
  rawMail('otp-japanese'),
  campaign,
  rawMail('attachment'),
  rawMail('otp-arabic'),
  rawMail('emoji'),
  rawMail('otp-482913'),
]
