/** Formats a number of bytes: "812 bytes", "2.1 kB", "3.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const [value, unit] = bytes < 999_950 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${value.toFixed(1).replace(/\.0$/, '')} ${unit}`
}
