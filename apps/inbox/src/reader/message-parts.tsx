import type { PublicMessage } from '@inlet/contract'
import { Icon } from '../design/icon.tsx'
import { bytes } from '../languages/formats.ts'
import { t } from '../languages/language.ts'

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** A URL as the browser opens it, without characters that turn its text around; null for one that is not opened from here. */
function openedUrl(written: string): string | null {
  const url = URL.canParse(written) ? new URL(written) : null
  return url && schemes.has(url.protocol) ? url.href : null
}

/** The links of a mail, each with the host that it leads to. */
export function LinkList({ links }: { links: PublicMessage['links'] }) {
  const shown = links.flatMap(({ url: written, host, text }) => {
    const url = openedUrl(written)
    return url === null ? [] : [{ url, host, text }]
  })
  if (shown.length === 0) return null
  return (
    <details class="parts">
      <summary>
        <Icon name="link" />
        {t('linkCount', { count: shown.length })}
      </summary>
      <ul>
        {shown.map(({ url, host, text }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              <bdi>{text || url}</bdi>
            </a>
            <bdi class="link-host">{host}</bdi>
            <span class="link-url">
              <bdi dir="ltr">{url}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The files of a mail: names and sizes, their bytes are not for visitors. */
export function AttachmentList({ attachments }: { attachments: PublicMessage['attachments'] }) {
  if (attachments.length === 0) return null
  return (
    <section class="parts">
      <h2>
        <Icon name="file" />
        {t('attachmentCount', { count: attachments.length })}
      </h2>
      <ul>
        {attachments.map(({ index, filename, contentType, sizeBytes }) => (
          <li key={index}>
            <bdi>{filename || t('noFilename')}</bdi>
            <span class="detail">
              <bdi>{contentType}</bdi> · {bytes(sizeBytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
