import { hostOf } from './webhook-health.ts'

/** A URL in one line, whose host is what one looks for; it is a stranger's text. */
export function WebhookUrl({ url }: { url: string }) {
  const host = hostOf(url)
  const at = url.indexOf(host)
  return (
    <bdi dir="ltr" className="[overflow-wrap:anywhere]">
      {at > 0 && <span className="text-faint">{url.slice(0, at)}</span>}
      <span className="text-ink">{host}</span>
      {at >= 0 && <span className="text-faint">{url.slice(at + host.length)}</span>}
    </bdi>
  )
}
