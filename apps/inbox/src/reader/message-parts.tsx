import type { PublicMessage } from '@inlet/contract'
import { Icon } from '../design/icon.tsx'
import { bytes } from '../languages/formats.ts'
import { t } from '../languages/language.ts'

/** Schemes that open what they say; any other one is of an app, which is opened after a question only. */
const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])

interface ShownLink {
  /** As the browser opens it, without characters that turn its text around. */
  url: string
  host: string
  text: string
  /** `myapp://` for a link of an app. */
  appScheme: string | null
}

/** Null for a URL that is not opened from here. */
function shownLink({ url: written, host, text }: PublicMessage['links'][number]): ShownLink | null {
  if (!URL.canParse(written)) return null
  const { protocol, href: url } = new URL(written)
  if (schemes.has(protocol)) return { url, host, text, appScheme: null }
  const appScheme = `${protocol}//`
  return url.startsWith(appScheme) && protocol !== 'javascript:' ? { url, host, text, appScheme } : null
}

/** The links of a mail, each with the host or the app that it leads to. */
export function LinkList({ links }: { links: PublicMessage['links'] }) {
  const shown = links.map(shownLink).filter((link) => link !== null)
  if (shown.length === 0) return null
  return (
    <details class="parts">
      <summary>
        <Icon name="link" />
        {t('linkCount', { count: shown.length })}
      </summary>
      <ul>
        {shown.map((link) => (
          <li key={link.url}>
            <LinkName link={link} />
            <bdi class="link-host">{link.appScheme ?? link.host}</bdi>
            <span class="link-url">
              <bdi dir="ltr">{link.url}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function LinkName({ link: { url, text, appScheme } }: { link: ShownLink }) {
  const name = <bdi>{text || url}</bdi>
  if (appScheme === null) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {name}
      </a>
    )
  }
  const ask = () => {
    if (confirm(t('openApp', { scheme: appScheme }))) location.href = url
  }
  return (
    <button type="button" class="link-app" onClick={ask}>
      {name}
    </button>
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
