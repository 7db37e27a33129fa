import type { Draws } from '../draws.ts'
import { escaped } from './template.ts'

const networks = ['square', 'round', 'bird', 'camera', 'film', 'leaf'] as const

/** Decoration of real mails: spacers, rules, rows of icons with click-counting links. No text, many numbers. */
export function ornaments(draws: Draws): string {
  const spacers = Array.from({ length: 2 + draws.below('spacers', 6) }, (_, index) =>
    spacer(8 + draws.below(`height ${index}`, 32)),
  )
  const icons = networks.slice(0, 2 + draws.below('icons', 5)).map((name) => icon(name, draws))
  return `${spacers.join('\n')}
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" class="social"><tbody><tr>
${icons.join('\n')}
</tr></tbody></table>`
}

const spacer = (height: number): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="min-width:100%;border-collapse:collapse;table-layout:fixed !important"><tbody><tr><td height="${height}" style="font-size:${height}px;line-height:${height}px;mso-line-height-rule:exactly;border-top:1px solid #EAEAEA">&nbsp;</td></tr></tbody></table>`

function icon(name: string, draws: Draws): string {
  const link = `https://click.post.example/e/c/${draws.hex(name, 60)}?k_id=${draws.digits(name, 10)}&exp=17${draws.digits(`${name} time`, 8)}`
  return `<td align="center" valign="top" style="padding:0 8px 9px 0;width:24px"><a href="${escaped(link)}" target="_blank" rel="noopener" style="text-decoration:none"><img src="https://images.post.example/icons/${draws.digits(name, 6)}/${name}-48.png" alt="" style="display:block;border:0" height="24" width="24"></a></td>`
}

/** The style rules that mailing tools add; none is visible. */
export const resetStyles = `p{margin:10px 0;padding:0}table{border-collapse:collapse}h1,h2,h3,h4,h5,h6{display:block;margin:0;padding:0}
img,a img{border:0;height:auto;outline:none;text-decoration:none}body,#bodyTable,#bodyCell{height:100%;margin:0;padding:0;width:100%}
#outlook a{padding:0}img{-ms-interpolation-mode:bicubic}table{mso-table-lspace:0pt;mso-table-rspace:0pt}
.ReadMsgBody,.ExternalClass{width:100%}p,a,li,td,blockquote{mso-line-height-rule:exactly;-ms-text-size-adjust:100%;-webkit-text-size-adjust:100%}
a[href^=tel],a[href^=sms]{color:inherit;cursor:default;text-decoration:none}.ExternalClass,.ExternalClass p,.ExternalClass td{line-height:100%}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important;font-size:inherit!important}
.button{background-color:#1a73e8;border-radius:4px;color:#ffffff;display:inline-block;font-size:14px;line-height:36px;min-width:180px}
@media only screen and (min-width:768px){.templateContainer{width:600px!important}.columnWrapper{max-width:300px!important}}
@media only screen and (max-width:480px){body,table,td,p,a,li{-webkit-text-size-adjust:none!important}.image{width:100%!important}.caption{max-width:100%!important;width:100%!important}.boxedText{min-width:100%!important}h1{font-size:22px!important;line-height:125%!important}h2{font-size:20px!important}h3{font-size:18px!important}h4{font-size:16px!important;line-height:150%!important}.preview{display:block!important}}`
