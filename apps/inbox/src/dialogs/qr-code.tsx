import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../languages/language.ts'

/** A text as a QR code, dark on white in every theme: readers expect that. */
export function QrCode({ text }: { text: string }) {
  const modules = useSignal<boolean[][]>([])
  useEffect(() => {
    // Where the file cannot be loaded the link stands below.
    import('./qr-modules.ts').then(
      ({ qrModules }) => {
        modules.value = qrModules(text)
      },
      () => {},
    )
  }, [text])

  const size = modules.value.length
  const path = modules.value.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size || 1} ${size || 1}`}
      role="img"
      aria-label={t('qrLabel')}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
