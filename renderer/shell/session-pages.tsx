import { Unplug } from 'lucide-react'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { t } from '../ui/text.ts'

const rows = Array.from({ length: 14 }, (_, index) => index)

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
