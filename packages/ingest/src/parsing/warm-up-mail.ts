/** So many times a thread parses the mail before its first: some 0.2 s. */
export const warmUpMails = 40

const rows = ['Linen tablecloth, 2 x 24.90', 'Oak tray, 1 x 39.00', 'Wool blanket, 3 x 58.50', 'Delivery, 4.95'].map(
  (item, index) =>
    `<tr><td class=3D"item" style=3D"padding:8px 12px;font-size:14px">=E2=80=A2 ${item} EUR</td><td align=3D"right"><a href=3D"https://shop.example/items/${40_000 + index}?ref=3Dmail">Item ${40_000 + index}</a></td></tr>`,
)

/**
 * A mail with what most mails have, for a thread that has parsed none: an encoded subject, plain text beside HTML in quoted-printable, a
 * style sheet, a hidden line, a table with prices, links, dates and a code.
 */
export const warmUpMail = Buffer.from(
  [
    'Return-Path: <bounce@shop.example>',
    'From: =?utf-8?Q?Shop_=C3=89toile?= <no-reply@shop.example>',
    'To: someone@mail.example',
    'Subject: =?utf-8?Q?482913_is_your_code_=E2=80=93_sign_in?=',
    'Date: Sat, 21 Nov 2026 09:30:00 +0000',
    'Message-ID: <warm-up@shop.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="=_warm"',
    '',
    '--=_warm',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Hello Kim,',
    '',
    'Your verification code is 482913. It expires in 10 minutes, on 21 November=',
    ' 2026 at 09:40. Your order 40718866 of 312.45 EUR is on its way; call +44=',
    ' 20 7946 0123 if you did not ask for it.',
    'https://shop.example/orders/40718866',
    '',
    '--=_warm',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<!DOCTYPE html><html><head><meta charset=3D"utf-8"><title>Sign in</title><style>',
    'body { margin: 0; background: #f4f5f7 } .item, .code { color: #333 } .code { font-size: 32px; letter-spacing: 6px }',
    '@media (max-width: 600px) { .item { display: block !important } .wide { display: none } }',
    '</style></head><body><div style=3D"display:none;max-height:0">Expires soon &zwnj;&nbsp;</div>',
    '<table role=3D"presentation" width=3D"600"><tr><td><h1>Hello Kim,</h1><p>Your verification code is</p>',
    '<p class=3D"code"><b>482913</b></p><p>It expires in 10&nbsp;minutes, on 21 November 2026 at 09:40.</p>',
    ...rows,
    '<tr><td><img src=3D"https://shop.example/logo.png" alt=3D"Shop" width=3D"120"> Call +44 20 7946 0123',
    ' if you did not ask for it. Reference A7C-4471-QX, build 9f3c2e1.</td></tr></table>',
    '<p style=3D"font-size:11px;color:#888">=C2=A9 2026 Shop, 12 Mill Lane, 10115 Berlin</p></body></html>',
    '--=_warm--',
    '',
  ].join('\r\n'),
)
