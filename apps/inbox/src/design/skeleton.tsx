/** Grey rows where content will be. */
export function Skeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton-row" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
