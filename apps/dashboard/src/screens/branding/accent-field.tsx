import { type AccentReport, reportAccent } from '@inlet/contract'
import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { formatRatio } from './format-ratio.ts'

interface AccentFieldProps {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  error: string | undefined
}

/** Six digits, as the contract has them; what is half typed is shown in no colour. */
const colour = /^#[0-9a-f]{6}$/

/** The accent colour, by the browser's picker or typed, and how well it is seen in the web inbox. */
export function AccentField({ value, onChange, onBlur, error }: AccentFieldProps) {
  const isColour = colour.test(value)
  return (
    <div className="grid gap-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Accent colour" hint="Used for buttons, badges and the icon, never for text." error={error}>
            <Input
              value={value}
              onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
              onBlur={onBlur}
              className="font-mono"
              maxLength={7}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
            />
          </Field>
        </div>
        <input
          type="color"
          aria-label="Pick the accent colour"
          value={isColour ? value : '#000000'}
          onChange={(event) => onChange(event.target.value.toLowerCase())}
          className="mt-[1.625rem] h-8 w-12 shrink-0 cursor-pointer rounded-md border border-line-control bg-surface p-1"
        />
      </div>
      {isColour && <Contrasts report={reportAccent(value)} />}
    </div>
  )
}

const Contrasts = ({ report: { text, pages } }: { report: AccentReport }) => (
  <ul aria-label="Contrast of the accent colour" className="grid gap-1.5 rounded-md bg-subtle px-3 py-2.5 text-xs">
    <Finding isGood>
      Text on it is {text.colour}, with a contrast of {formatRatio(text.ratio)}: easy to read.
    </Finding>
    {pages.map((page) => (
      <Finding key={page.theme} isGood={page.isSeen || page.isEdgeSeen}>
        On the {page.theme} page it has {formatRatio(page.ratio)}: {pageWords(page)}
      </Finding>
    ))}
  </ul>
)

function pageWords({ theme, edgeRatio, isSeen, isEdgeSeen }: AccentReport['pages'][number]): string {
  if (isSeen) return 'it stands out.'
  const edge = `the ${theme === 'light' ? 'darker' : 'lighter'} edge around it has ${formatRatio(edgeRatio)}`
  return isEdgeSeen ? `little, but ${edge} and is seen.` : `hard to see; ${edge}, which helps little.`
}

const Finding = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => {
  const Icon = isGood ? Check : TriangleAlert
  return (
    <li className="flex gap-2 text-muted">
      <Icon aria-hidden className={`mt-0.5 size-3.5 shrink-0 ${isGood ? 'text-good' : 'text-warn'}`} />
      <span>{children}</span>
    </li>
  )
}
