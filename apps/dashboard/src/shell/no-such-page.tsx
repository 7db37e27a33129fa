import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClasses } from '../design/button.tsx'

/** A path that shows nothing, or a service that the user is no member of: the page does not distinguish the two. */
export function NoSuchPage() {
  useEffect(() => {
    document.title = 'Not found · Inlet'
  }, [])
  return (
    <div className="grid min-h-[60dvh] place-content-center justify-items-center gap-4 p-4 text-center">
      <div className="grid gap-1">
        <h1 className="font-semibold text-xl">There is nothing here</h1>
        <p className="text-muted text-ui">
          This page does not exist, or it belongs to a service that you are not a member of. If you were invited, accept
          the invitation first.
        </p>
      </div>
      <Link to="/services" className={buttonClasses()}>
        Services and invitations
      </Link>
    </div>
  )
}
