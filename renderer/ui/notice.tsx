import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './notice.css'

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
