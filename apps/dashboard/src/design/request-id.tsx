/** The id that the operator finds in the log; nothing where there is none. */
export const RequestId = ({ id }: { id: string | null }) =>
  id === null ? null : (
    <p className="text-faint text-xs">
      Request <code className="select-all font-mono text-muted">{id}</code>
    </p>
  )
