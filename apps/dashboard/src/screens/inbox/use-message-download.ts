import { faultOf, faultWords } from '../../api/fault.ts'
import { useDownload } from '../../api/use-download.ts'
import { toast } from '../../design/toast.ts'

/** Saves a file of a message on the user's device; a refusal is said in a toast, since a file's row has no room for it. */
export function useMessageDownload() {
  const { mutate, isPending } = useDownload()
  const download = (path: string, name: string) =>
    mutate(
      { path, name },
      {
        onError: (error) => {
          const fault = faultOf(error)
          const request = fault.requestId === null ? '' : ` Request ${fault.requestId}.`
          void toast('error', `The file could not be loaded. ${faultWords(fault)}${request}`)
        },
      },
    )
  return { download, isBusy: isPending }
}
