import { useMutation } from '@tanstack/react-query'
import { useReadFile } from '../../api/api-context.tsx'
import { useService } from '../../shell/service-context.tsx'

/** How long a browser may take to begin a download from a URL of the page. */
const keptMs = 10_000

/** Saves all entries that fit the filters on the user's device: a line of JSON each, newest first. */
export function useExport() {
  const { id } = useService()
  const readFile = useReadFile()
  return useMutation({
    mutationFn: async (filters: Record<string, string>) => {
      const search = new URLSearchParams(filters)
      const lines = await readFile(`/services/${id}/audit-log?${search}`, { accept: 'application/x-ndjson' })
      const url = URL.createObjectURL(lines)
      const link = document.createElement('a')
      link.href = url
      link.download = 'audit-log.ndjson'
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), keptMs)
    },
  })
}
