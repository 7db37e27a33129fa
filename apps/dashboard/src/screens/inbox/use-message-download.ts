import { errorText, toCallError } from '../../api/call-error.ts'
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
          const { requestId } = toCallError(error)
          const request = requestId === null ? '' : ` Request ${requestId}.`
          void toast('error', `The file could not be loaded. ${errorText(error)}${request}`)
        },
      },
    )
  return { download, isBusy: isPending }
}
