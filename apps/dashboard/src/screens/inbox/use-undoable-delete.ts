import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { errorText, toCallError } from '../../api/call-error.ts'
import { toast } from '../../design/toast.ts'

/** For so long a deletion can be taken back: it is made only then. */
const undoMs = 5000

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  /** The notice that offers to take it back. */
  notice: Promise<() => void>
}

/**
 * Deletes messages after a few seconds in which the user can undo it. Until then they are in `hidden`; leaving the screen deletes them at once.
 * @param onDeleted called when a message is gone
 * @param onUndone called when one is back
 */
export function useUndoableDelete(onDeleted: (id: string) => void, onUndone: (id: string) => void) {
  const trpc = useTRPC()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, Waiting>()).current
  /** What `waiting` has, in its order, for those who show it. */
  const [undoable, setUndoable] = useState<readonly string[]>([])
  const { mutateAsync } = useMutation(trpc.dashboard.deleteMessage.mutationOptions())

  const show = (id: string) => setHidden((now) => new Set([...now].filter((each) => each !== id)))

  /** From now on it is deleted, or back. */
  const settle = (id: string) => {
    clearTimeout(waiting.get(id)?.timer)
    waiting.delete(id)
    setUndoable([...waiting.keys()])
  }

  const deleteNow = async (id: string) => {
    settle(id)
    try {
      await mutateAsync({ id })
      onDeleted(id)
    } catch (error) {
      // It is already deleted.
      if (toCallError(error).code === 'NOT_FOUND') return onDeleted(id)
      show(id)
      void toast('error', `The message was not deleted. ${errorText(error)}`)
    }
  }

  const undo = (id: string) => {
    const found = waiting.get(id)
    if (!found) return void toast('error', 'Too late: the message is already being deleted')
    settle(id)
    show(id)
    onUndone(id)
    void found.notice.then((close) => close())
  }

  const remove = (id: string) => {
    if (waiting.has(id)) return
    setHidden((now) => new Set(now).add(id))
    waiting.set(id, {
      timer: setTimeout(() => void deleteNow(id), undoMs),
      notice: toast('success', 'Message deleted', { action: { label: 'Undo', onClick: () => undo(id) } }),
    })
    setUndoable([...waiting.keys()])
  }

  const actOnAll = useEffectEvent(() => {
    for (const id of [...waiting.keys()]) void deleteNow(id)
  })
  useEffect(() => {
    const leave = () => actOnAll()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const last = undoable.at(-1)
  // For the keys: the button of the notice is far away from the list, and soon gone.
  const undoLast = last === undefined ? null : () => undo(last)
  return { hidden, remove, undoLast }
}
