import { useMutation } from '@tanstack/react-query'
import { useReadFile } from './api-context.tsx'

/** How long a browser may take to begin a download from a URL of the page. */
const keptMs = 10_000

/** A file of the API, by its path below `/v1`, and the name under which it is saved. */
interface Download {
  path: string
  name: string
  headers?: Record<string, string>
}

/** Saves a file of the API on the user's device. */
export function useDownload() {
  const readFile = useReadFile()
  return useMutation({
    mutationFn: async ({ path, name, headers }: Download) => {
      const url = URL.createObjectURL(await readFile(path, headers))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), keptMs)
    },
  })
}
