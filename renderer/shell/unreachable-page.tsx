import { Unplug } from 'lucide-react'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown while there is nothing to show yet and the server does not answer. */
export function UnreachablePage({ message }: { message: string }) {
  return (
    <main className="session-page">
      <EmptyState isPage icon={Unplug} title="Vitrine does not answer">
        <p>{message}</p>
        <p role="status">Trying again every few seconds…</p>
      </EmptyState>
    </main>
  )
}
