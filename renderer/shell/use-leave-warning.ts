import { useEffect } from 'react'
import { hasUnsavedChanges } from '../grid/actions/open-sessions.ts'

/** Lets the browser ask before a page with changes that are not saved is left. */
export function useLeaveWarning(): void {
  useEffect(() => {
    // The desktop window would not ask but refuse to close.
    if (window.desktop !== undefined) return undefined
    const warn = (event: BeforeUnloadEvent): void => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
}
