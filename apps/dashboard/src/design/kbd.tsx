/** A key of the keyboard. */
export const Kbd = ({ children }: { children: string }) => (
  <kbd className="inline-grid h-5 min-w-5 place-items-center rounded border border-line-strong bg-subtle px-1 font-sans text-muted text-xs">
    {children}
  </kbd>
)
