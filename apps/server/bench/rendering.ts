import type { RenderOrder, RenderResult } from './render-load.ts'
import { runInChild } from './run-in-child.ts'

const sizes = [100_000, 400_000, 2_000_000]
const secondsPerSize = 3

/** The cost of rendering a newsletter of one size to be shown. */
export interface RenderingRow extends RenderResult {
  htmlBytes: number
  /** Its time for each byte, divided by that of the smallest: about 1, or less, where rendering is linear. */
  perByte: number
}

/** Renders newsletters and measures them, size by size. */
export async function measureRendering(): Promise<RenderingRow[]> {
  const rows: RenderingRow[] = []
  for (const htmlBytes of sizes) {
    const order: RenderOrder = { htmlBytes, seconds: secondsPerSize }
    const { renderMs } = await runInChild<RenderOrder, RenderResult>('./render-load.ts', order)
    const smallest = rows[0] ?? { renderMs, htmlBytes }
    const perByte = renderMs / htmlBytes / (smallest.renderMs / smallest.htmlBytes)
    rows.push({ htmlBytes, renderMs, perByte })
  }
  return rows
}
