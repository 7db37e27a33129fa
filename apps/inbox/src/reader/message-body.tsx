import type { PublicMessage } from '@inlet/contract'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { t } from '../languages/language.ts'
import { visibleText } from './visible-text.ts'

/** The mail as the server rendered it, in a frame that can run nothing; or its text alone. */
export function MessageBody({ message }: { message: PublicMessage }) {
  const { subject, renderedHtml, blockedLoads } = message
  const isText = useSignal(false)
  // An empty frame would look like a mail that is still on its way. A long document is never blank, and takes long to look through.
  const isBlank = useMemo(
    () => renderedHtml.length < 3000 && !renderedHtml.includes('<img') && !visibleText(renderedHtml),
    [renderedHtml],
  )
  const choices = [
    [false, t('viewHtml')],
    [true, t('viewText')],
  ] as const
  return (
    <section class="message-body">
      <div class="body-bar">
        <fieldset class="views" aria-label={t('message')}>
          {choices.map(([value, label]) => (
            <button
              key={label}
              type="button"
              aria-pressed={isText.value === value}
              onClick={() => {
                isText.value = value
              }}
            >
              {label}
            </button>
          ))}
        </fieldset>
        {blockedLoads > 0 && <p class="detail">{t('blockedLoads', { count: blockedLoads })}</p>}
      </div>
      {isText.value || isBlank ? (
        <PlainText html={renderedHtml} />
      ) : (
        <iframe
          class="message-frame"
          title={subject || t('noSubject')}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcdoc={renderedHtml}
        />
      )}
    </section>
  )
}

function PlainText({ html }: { html: string }) {
  const text = useMemo(() => visibleText(html), [html])
  return (
    <pre class="message-text" dir="auto">
      {text || t('noText')}
    </pre>
  )
}
