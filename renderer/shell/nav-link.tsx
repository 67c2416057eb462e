import type { LucideIcon } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { createPlace, toSearch, type View } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'

interface NavLinkProps {
  view: View
  icon: LucideIcon
  isCurrent: boolean
  children: ReactNode
  /** Shown at the end of the line. */
  detail?: ReactNode
}

/** A link to a view of the workspace: a real one, so that it can be opened in another tab. */
export function NavLink({ view, icon: Icon, isCurrent, children, detail }: NavLinkProps) {
  const { workspace } = useWorkspace()
  const target = createPlace(workspace.id, view)
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!isCurrent) goTo(target)
  }
  return (
    <a
      className="side-link"
      href={toSearch(target)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      <Icon aria-hidden />
      <span className="side-link-text">{children}</span>
      {detail}
    </a>
  )
}
