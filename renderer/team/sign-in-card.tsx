import type { ReactNode } from 'react'
import { t } from '../ui/text.ts'

interface SignInCardProps {
  title: string
  /** One sentence on what this is about. */
  lead?: ReactNode
  children: ReactNode
}

/** The one card of a page for who is not signed in. */
export function SignInCard({ title, lead, children }: SignInCardProps) {
  return (
    <main className="session-page way-in">
      <div className="way-in-card">
        <header className="way-in-head">
          <img src="/vitrine.svg" alt="" width={32} height={32} />
          <span>{t('Vitrine')}</span>
        </header>
        <h1>{title}</h1>
        {lead !== undefined && <p className="way-in-lead">{lead}</p>}
        {children}
      </div>
    </main>
  )
}
