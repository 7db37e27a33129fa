import { type BrandingPreview, previewReady } from '@inlet/contract'
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { basePath } from '../../session/base-path.ts'

interface PreviewFrameProps {
  shown: BrandingPreview
  /** The window that the page believes to have, in CSS pixels; it is made smaller where the place is. */
  width: number
  height: number
}

/** The real web inbox, in a frame without network access, with the branding of the form. */
export function PreviewFrame({ shown, width, height }: PreviewFrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  // Counts how often the page in the frame has begun: one that was reloaded is sent everything again.
  const [starts, setStarts] = useState(0)
  const placeWidth = useWidth(place)
  const isPainted = useIsPainted()
  const scale = placeWidth === null ? 1 : Math.min(1, placeWidth / width)

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && data === previewReady) setStarts((count) => count + 1)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    // To any origin, since a sandboxed page has none that could be named; the policy of this page lets no other host's page into a frame.
    if (starts > 0) frame.current?.contentWindow?.postMessage(shown, '*')
  }, [starts, shown])

  return (
    <div ref={place} className="relative w-full overflow-hidden" style={{ height: height * scale }}>
      <div className="absolute inset-y-0 left-1/2 -translate-x-1/2" style={{ width: width * scale }}>
        {isPainted && (
          <iframe
            ref={frame}
            title="Preview of the web inbox"
            src={`${basePath()}inbox-preview`}
            sandbox="allow-scripts"
            tabIndex={-1}
            className="block origin-top-left rounded-md bg-surface outline outline-line -outline-offset-1"
            style={{ width, height, transform: `scale(${scale})` }}
          />
        )}
      </div>
      {starts === 0 && <Skeleton className="absolute inset-0 h-full rounded-md" />}
    </div>
  )
}

/** The width of an element, in CSS pixels, as it changes; null before it is known. */
function useWidth(element: { readonly current: HTMLElement | null }): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** Whether the screen has been painted once. A page in a frame is as much work as a screen, which does not wait for it. */
function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
