import { useState } from 'react'
import { useReadFile } from '../../api/api-context.tsx'
import { faultOf, faultWords } from '../../api/fault.ts'
import { toast } from '../../design/toast.ts'

/** Saves a file of the API on the user's device. */
export function useDownload() {
  const readFile = useReadFile()
  const [isBusy, setIsBusy] = useState(false)

  async function download(path: string, name: string): Promise<void> {
    setIsBusy(true)
    try {
      const url = URL.createObjectURL(await readFile(path))
      const link = document.createElement('a')
      link.href = url
      link.download = name
      link.click()
      // The browser has taken the file when the click returns; a moment later nobody needs the URL.
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
    } catch (error) {
      void toast('error', `The file could not be loaded. ${faultWords(faultOf(error))}`)
    } finally {
      setIsBusy(false)
    }
  }
  return { download, isBusy }
}
