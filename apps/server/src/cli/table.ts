import { printable } from './printable.ts'

/** Null is shown as a dash. */
type Cell = string | number | boolean | null

/** Aligned columns with titles; `empty` is the text instead of a table without rows. */
export function table(columns: Record<string, Cell[]>, empty: string): string {
  const titles = Object.keys(columns)
  const cells = Object.values(columns).map((column) => column.map(cellText))
  const rows = cells[0]?.length ?? 0
  if (rows === 0) return empty

  const widths = titles.map((title, column) => Math.max(...[title, ...(cells[column] ?? [])].map(widthOf)))
  const line = (texts: string[]) =>
    texts
      .map((text, column) => pad(text, widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const body = Array.from({ length: rows }, (_, row) => line(cells.map((column) => column[row] ?? '')))
  return [line(titles.map((title) => title.toUpperCase())), ...body].join('\n')
}

/** A time for a table: UTC, to the minute. */
export const minuteOf = (time: string | null): string | null =>
  time === null ? null : time.replace('T', ' ').slice(0, 16)

function cellText(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return printable(String(cell))
}

const pad = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)))

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** East Asian characters and emoji take two columns, combining marks none. */
function widthOf(text: string): number {
  const columns = [...text].map((character) => (wide.test(character) ? 2 : Number(!/\p{Mn}/u.test(character))))
  return columns.reduce((sum, each) => sum + each, 0)
}
