import { useDownload } from '../../api/use-download.ts'
import { useService } from '../../shell/service-context.tsx'

/** Saves all entries that fit the filters on the user's device: a line of JSON each, newest first. */
export function useExport() {
  const { id } = useService()
  const { mutate, isPending, isError, error } = useDownload()
  const save = (filters: Record<string, string>) =>
    mutate({
      path: `/services/${id}/audit-log?${new URLSearchParams(filters)}`,
      name: 'audit-log.ndjson',
      headers: { accept: 'application/x-ndjson' },
    })
  return { save, isPending, isError, error }
}
