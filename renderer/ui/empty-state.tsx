import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

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
