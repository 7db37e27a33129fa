import type { PublicMessage } from '@inlet/contract'
import { Icon } from '../design/icon.tsx'
import { bytes } from '../languages/formats.ts'
import { t } from '../languages/language.ts'

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

const canOpen = (url: string): boolean => URL.canParse(url) && schemes.has(new URL(url).protocol)

/** The links of a mail, each with the host that it leads to. */
export function LinkList({ links }: { links: PublicMessage['links'] }) {
  const shown = links.filter(({ url }) => canOpen(url))
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
