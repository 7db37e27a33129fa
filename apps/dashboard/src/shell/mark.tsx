/** The product's sign. */
export const Mark = ({ className = 'size-9' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="7" className="fill-accent" />
    <path
      d="M9 8h14M16 8v11M10 15l6 6 6-6M8 24h16"
      fill="none"
      className="stroke-surface"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

/** The sign with the product's name, above what is not the dashboard itself. */
export const Brand = () => (
  <p className="flex items-center gap-2.5 font-semibold">
    <Mark />
    Inlet
  </p>
)
