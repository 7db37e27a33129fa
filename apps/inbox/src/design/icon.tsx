/** Drawings of 24 × 24, stroked with the colour of the text. */
const drawings = {
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 13l4 4L19 7',
  trash: 'M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3',
  back: 'M15 5l-7 7 7 7',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  down: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 019.5 4 8.5 8.5 0 1020 14.5z',
  auto: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M15 5v14M18 7v10',
  inbox: 'M3 13h5l2 3h4l2-3h5M5 5h14l2 8v6H3v-6z',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 018 0v3',
  link: 'M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1',
  file: 'M7 3h7l4 4v14H7zM14 3v5h4',
  bell: 'M6 17V11a6 6 0 0112 0v6l2 1H4zM10 21h4',
  clock: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 7v5l3 2',
  plus: 'M12 5v14M5 12h14',
  random: 'M3 7h4l10 10h4M3 17h4l2.5-2.5M14.5 9.5L17 7h4M18.5 4.5L21 7l-2.5 2.5M18.5 14.5L21 17l-2.5 2.5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
} as const

export type IconName = keyof typeof drawings

/** A drawing beside a text, which says the same: screen readers pass over it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  )
}
