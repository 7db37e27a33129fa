import type { UsageDay } from '@inlet/contract'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount, formatSize } from './format-amounts.ts'

interface UsageChartProps {
  days: readonly UsageDay[]
  metric: Exclude<keyof UsageDay, 'date' | 'messagesWithCode'>
  name: string
}

const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const formatDay = (date: string) => dayFormat.format(new Date(date))
const ticks = { fill: 'var(--faint)', fontSize: 11 }

/** A bar for each day; of messages, those with a code apart. A table below it has the same numbers. */
export function UsageChart({ days, metric, name }: UsageChartProps) {
  const format = metric === 'bytesReceived' ? formatSize : formatCount
  const rows = days.map((day) => ({
    date: formatDay(day.date),
    withCode: metric === 'messagesReceived' ? day.messagesWithCode : 0,
    other: metric === 'messagesReceived' ? day.messagesReceived - day.messagesWithCode : day[metric],
  }))
  const isMessages = metric === 'messagesReceived'
  return (
    <div role="img" aria-label={`${name}, day by day`} className="size-full">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="date" tick={ticks} tickLine={false} axisLine={{ stroke: 'var(--line)' }} minTickGap={24} />
          <YAxis
            tick={ticks}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            width={48}
            tickFormatter={(value: number) => format(value)}
          />
          <Tooltip
            cursor={{ fill: 'var(--hover)' }}
            isAnimationActive={false}
            separator=": "
            formatter={(value) => format(Number(value))}
            contentStyle={{
              background: 'var(--raised)',
              border: '1px solid var(--line)',
              borderRadius: 6,
              fontSize: 12,
              color: 'var(--ink)',
            }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          {isMessages && (
            <Bar dataKey="withCode" name="With a code" stackId="day" fill="var(--accent)" isAnimationActive={false} />
          )}
          <Bar
            dataKey="other"
            name={isMessages ? 'Without a code' : name}
            stackId="day"
            fill={isMessages ? 'color-mix(in oklab, var(--accent) 35%, var(--surface))' : 'var(--accent)'}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
