import type { DnsRecord } from '@inlet/contract'
import type { ReactNode } from 'react'
import { AddressText } from '../../design/address-text.tsx'
import { StateDot } from '../../design/badge.tsx'
import { classes } from '../../design/classes.ts'
import { CopyButton } from '../../design/copy-button.tsx'
import { dnsText } from './dns-text.ts'
import { outcomeAdvice, outcomeLabel } from './domain-labels.ts'

const grid = 'md:grid md:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1.25fr)_minmax(0,1fr)_10.5rem] md:gap-x-4'

/** The DNS records of a domain, with the results of the last check: a table on a wide page, one below the other on a phone. */
export const RecordList = ({ records }: { records: readonly DnsRecord[] }) => (
  <div className="overflow-hidden rounded-lg border border-line">
    <div
      aria-hidden
      className={classes(grid, 'h-9 items-center bg-canvas px-4 font-medium text-muted text-xs max-md:hidden')}
    >
      <span>Type</span>
      <span>Host</span>
      <span>Value</span>
      <span>Found</span>
      <span>State</span>
    </div>
    <ul>
      {records.map((record) => (
        <RecordItem key={record.type} record={record} />
      ))}
    </ul>
  </div>
)

function RecordItem({ record }: { record: DnsRecord }) {
  const { type, host, value } = record
  const { tone, label } = outcomeLabel(record)
  const advice = outcomeAdvice(record)
  return (
    <li aria-label={`${type} record`} className="border-line border-t px-4 py-3 first:border-t-0 md:first:border-t">
      <dl className={classes(grid, 'grid gap-2.5 md:gap-y-0')}>
        <Part name="Type">
          <span className="font-medium font-mono text-xs leading-8">{type}</span>
        </Part>
        <Part name="Host">
          <Copyable text={host} of={`host of the ${type} record`} />
        </Part>
        <Part name="Value">
          <Copyable text={value} of={`value of the ${type} record`} />
        </Part>
        <Part name="Found">
          <Found record={record} />
        </Part>
        <Part name="State">
          <span className="inline-flex min-h-8 items-center text-ui">
            <StateDot tone={tone}>{label}</StateDot>
          </span>
        </Part>
      </dl>
      {advice !== null && <p className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-ui text-warn">{advice}</p>}
    </li>
  )
}

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="max-md:grid max-md:grid-cols-[4rem_minmax(0,1fr)] max-md:gap-2">
    <dt className="text-muted text-xs leading-8 md:sr-only">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

const Copyable = ({ text, of }: { text: string; of: string }) => (
  <span className="flex items-start gap-1">
    <code className="wrap-anywhere min-w-0 flex-1 select-all py-1.5 font-mono text-xs leading-5">
      <AddressText>{text}</AddressText>
    </code>
    <CopyButton text={text} of={of} />
  </span>
)

/** Some names have dozens of TXT records. */
const shownMax = 4
/** Three lines hold less; the rest is not worth its place in the page. */
const shownMaxChars = 512

/** Values from DNS are untrusted text. */
function Found({ record }: { record: DnsRecord }) {
  const { outcome, found } = record
  if (found.length === 0) {
    return <span className="text-faint text-ui leading-8">{outcome === null ? '–' : 'Nothing'}</span>
  }
  const hidden = found.length - shownMax
  return (
    <span className="grid gap-0.5 py-1.5 font-mono text-xs leading-5">
      {found.slice(0, shownMax).map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the DNS may have the same text twice
        <bdi key={index} className="line-clamp-3 break-all">
          {dnsText(value, shownMaxChars)}
        </bdi>
      ))}
      {hidden > 0 && <span className="text-faint">and {hidden} more</span>}
    </span>
  )
}
