/** The request id, by which the operator finds the error in the log. */
export const RequestId = ({ id }: { id: string | null }) =>
  id === null ? null : (
    <p className="text-faint text-xs">
      Request <code className="select-all font-mono text-muted">{id}</code>
    </p>
  )
