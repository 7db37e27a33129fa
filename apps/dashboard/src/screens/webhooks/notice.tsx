import { CirclePause, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../design/classes.ts'

interface NoticeProps {
  tone: 'danger' | 'neutral'
  title: ReactNode
  /** At its right: what fixes it. */
  action?: ReactNode
  children: ReactNode
}

const tones = {
  danger: { frame: 'border-danger/30 bg-danger-soft', text: 'text-danger', icon: TriangleAlert },
  neutral: { frame: 'border-line bg-subtle', text: 'text-muted', icon: CirclePause },
}

/** A notice above the thing that needs attention. */
export function Notice({ tone, title, action, children }: NoticeProps) {
  const { frame, text, icon: Icon } = tones[tone]
  return (
    <section className={classes('mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border px-4 py-3', frame)}>
      <div className="flex min-w-0 flex-1 basis-72 gap-2.5">
        <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', text)} />
        <div className="grid min-w-0 gap-0.5 text-ui">
          <h2 className={classes('font-medium', text)}>{title}</h2>
          <p className="text-muted">{children}</p>
        </div>
      </div>
      {action}
    </section>
  )
}
