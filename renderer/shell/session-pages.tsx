import { KeyRound, Unplug } from 'lucide-react'
import { Skeleton } from '../ui/skeleton.tsx'
import { hasUnsavedChanges } from '../grid/actions/open-sessions.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { t, tNodes } from '../ui/text.ts'

const rows = Array.from({ length: 14 }, (_, index) => index)

/** The outline of the window until the server has answered for the first time. */
export function StartingPage() {
  return (
    <div className="frame" aria-busy="true" aria-label={t('Vitrine is starting')}>
      <div className="side">
        <Skeleton width="70%" height={18} />
        {rows.slice(0, 5).map((row) => (
          <Skeleton key={row} width={`${60 + ((row * 17) % 30)}%`} />
        ))}
      </div>
      <div className="frame-main frame-outline">
        {rows.map((row) => (
          <Skeleton key={row} width={`${55 + ((row * 23) % 40)}%`} />
        ))}
      </div>
    </div>
  )
}

/** Shown where the browser holds no session, or one of an earlier run. */
export function SignedOutPage({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="session-page">
      <EmptyState
        isPage
        icon={KeyRound}
        title={t('Open Vitrine by its link')}
        actions={<Button onClick={onRetry}>{t('Try again')}</Button>}
      >
        <p>
          {tNodes(
            'This browser is not signed in. Open the link that {code} printed when it started: it lets this browser in, once.',
            { code: <code>vitrine serve</code> },
          )}
        </p>
        <p>
          {t(
            'Has the link been used, or Vitrine been restarted? Start it again and open the new link it prints.',
          )}
        </p>
        {hasUnsavedChanges() && (
          <p>
            {tNodes('{strong} Open the link in another tab and press Try again here to keep them.', {
              strong: <strong>{t('This page holds changes that are not saved.')}</strong>,
            })}
          </p>
        )}
      </EmptyState>
    </main>
  )
}

/** Shown while there is nothing to show yet and the server does not answer. */
export function UnreachablePage({ message }: { message: string }) {
  return (
    <main className="session-page">
      <EmptyState isPage icon={Unplug} title={t('Vitrine does not answer')}>
        <p>{message}</p>
        <p role="status">{t('Trying again every few seconds…')}</p>
      </EmptyState>
    </main>
  )
}
