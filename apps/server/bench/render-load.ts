import { renderMail } from '@inlet/mail/render'
import { answerOrder } from './answer-order.ts'

/** One size of newsletter to render again and again, in a process of its own; the result is its only answer. */
export interface RenderOrder {
  htmlBytes: number
  seconds: number
}

/** Processor time for one newsletter in ms, collecting garbage included. */
export interface RenderResult {
  renderMs: number
}

const sheet =
  'body{margin:0}.wrapper{width:100%}@media only screen and (max-width:600px){.mob{width:100%!important;display:block!important}}' +
  '@media (prefers-color-scheme:dark){.wrapper{background:#111!important}}'
const row =
  '<tr><td class="mob" align="left" style="padding:10px 20px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;' +
  'color:#333333"><a href="https://news.example/click?id=1&amp;list=7" style="color:#0066cc;text-decoration:none"><img alt="Product" ' +
  'src="https://img.news.example/product.png" width="280" style="display:block;border:0"></a><p style="margin:0">A text about what is ' +
  'in the picture, as long as those in newsletters are.</p></td></tr>\r\n'

/** A newsletter of this size, as senders of campaigns make them. */
function newsletter(bytes: number): string {
  const rows = row.repeat(Math.ceil((bytes - sheet.length) / row.length))
  return `<html><head><style>${sheet}</style></head><body><table class="wrapper">${rows}</table></body></html>`
}

async function run({ htmlBytes, seconds }: RenderOrder): Promise<RenderResult> {
  const input = {
    textBody: '',
    htmlBody: newsletter(htmlBytes),
    images: new Map<string, string>(),
    theme: 'auto',
  } as const
  renderFor(seconds / 2, input)
  return { renderMs: renderFor(seconds, input) }
}

/** @returns processor time for one mail, in ms */
function renderFor(seconds: number, input: Parameters<typeof renderMail>[0]): number {
  const before = process.cpuUsage()
  const endsAt = performance.now() + seconds * 1000
  let count = 0
  while (performance.now() < endsAt) {
    renderMail(input)
    count += 1
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

answerOrder(run)
