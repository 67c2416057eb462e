import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children?: ReactNode
  /** What can be done about it: buttons. */
  actions?: ReactNode
}

/** What stands where content would be: what this place is for and how to fill it. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <span className="ui-empty-icon">
        <Icon aria-hidden />
      </span>
      <h2 className="ui-empty-title">{title}</h2>
      <div className="ui-empty-text">{children}</div>
      {actions !== undefined && <div className="ui-empty-actions">{actions}</div>}
    </div>
  )
}
