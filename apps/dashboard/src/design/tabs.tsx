import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  value: string
  onChange: (value: string) => void
  tabs: readonly { value: string; name: string; content: ReactNode }[]
}

/** Views of one thing, of which one is shown. */
export const Tabs = ({ label, value, onChange, tabs }: TabsProps) => (
  <Radix.Root value={value} onValueChange={onChange} className="grid min-w-0 gap-3">
    <Radix.List aria-label={label} className="flex gap-4 overflow-x-auto border-line border-b">
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className="-mb-px border-transparent border-b-2 py-1.5 font-medium text-muted text-ui outline-offset-[-2px] hover:text-ink data-[state=active]:border-ink data-[state=active]:text-ink"
        >
          {tab.name}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.value} value={tab.value} className="min-w-0">
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
)
