import { KeyRound } from 'lucide-react'
import type { SessionPerson } from '#shared/app-surface.ts'
import { hasUnsavedChanges } from '../grid/actions/open-sessions.ts'
import { SignInPart } from '../team/sign-in-part.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { t, tNodes } from '../ui/text.ts'

interface SignInPageProps {
  /** The fragment of the address, which browsers do not send and where a link has its secret. */
  hash: string
  before: SessionPerson | undefined
  onIn: () => void
}

export function SignInPage({ hash, before, onIn }: SignInPageProps) {
  const fallback = <SignedOutPage onRetry={onIn} />
  const hasUnsaved = hasUnsavedChanges()
  return <SignInPart hash={hash} before={before} hasUnsaved={hasUnsaved} fallback={fallback} onIn={onIn} />
}

function SignedOutPage({ onRetry }: { onRetry: () => void }) {
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
