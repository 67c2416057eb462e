import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './notice.css'
import './empty-state.css'

type Tone = 'info' | 'success' | 'warning' | 'danger'
const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

interface NoticeProps {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
}

export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      className={`ui-notice ui-notice-${tone}`}
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
    >
      <Icon aria-hidden />
      <div>
        {title !== undefined && <p className="ui-notice-title">{title}</p>}
        {children}
      </div>
    </div>
  )
}

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  isPage?: boolean
  children?: ReactNode
  actions?: ReactNode
}

export function EmptyState({ icon: Icon, title, isPage = false, children, actions }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2'
  return (
    <div className="ui-empty">
      <span className="ui-empty-icon">
        <Icon aria-hidden />
      </span>
      <Title className="ui-empty-title">{title}</Title>
      <div className="ui-empty-text">{children}</div>
      {actions !== undefined && <div className="ui-empty-actions">{actions}</div>}
    </div>
  )
}
