import { Unplug } from 'lucide-react'
import { useWorkspace } from '../state/workspace-context.ts'

/** Tells that the server is away; what is on the page stays readable. */
export function ConnectionBanner() {
  const { streamState } = useWorkspace()
  return (
    <div role="status">
      {streamState === 'offline' && (
        <p className="page-banner">
          <Unplug aria-hidden />
          Vitrine does not answer. Reconnecting… Changes cannot be saved until it is back.
        </p>
      )}
    </div>
  )
}
