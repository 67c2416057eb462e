import { KeyRound } from 'lucide-react'
import { hasUnsavedChanges } from '../grid/actions/open-sessions.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown where the browser holds no session, or one of an earlier run. */
export function SignedOutPage({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="session-page">
      <EmptyState
        isPage
        icon={KeyRound}
        title="Open Vitrine by its link"
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        <p>
          This browser is not signed in. Open the link that <code>vitrine serve</code> printed when it
          started: it lets this browser in, once.
        </p>
        <p>
          Has the link been used, or Vitrine been restarted? Start it again and open the new link it prints.
        </p>
        {hasUnsavedChanges() && (
          <p>
            <strong>This page holds changes that are not saved.</strong> Open the link in another tab and
            press Try again here to keep them.
          </p>
        )}
      </EmptyState>
    </main>
  )
}
