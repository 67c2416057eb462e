import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactElement, ReactNode } from 'react'
import { goTo, toSearch, type PageLocation } from '../query/location.ts'
import { classNames } from '../ui/text.ts'
import { Tooltip } from '../ui/popover.tsx'

interface SideLinkProps {
  target: PageLocation
  icon: LucideIcon
  name: string
  isCurrent: boolean
  isFolded: boolean
  detail?: ReactNode
}

/** A real link to a place of the workspace, so that it can be opened in another tab. */
export function SideLink({ target, icon: Icon, name, isCurrent, isFolded, detail }: SideLinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!isCurrent) goTo(target)
  }
  const link = (
    <a
      className="side-link"
      href={toSearch(target)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      <Icon aria-hidden />
      <span className="side-link-text">{name}</span>
      {detail}
    </a>
  )
  return withName(link, name, isFolded)
}

type SideButtonProps = ComponentProps<'button'> & { icon: LucideIcon; isFolded: boolean; children: string }

export function SideButton({ icon: Icon, isFolded, children, className, ...props }: SideButtonProps) {
  const button = (
    <button type="button" {...props} className={classNames('side-link', className)}>
      <Icon aria-hidden />
      <span className="side-link-text">{children}</span>
    </button>
  )
  return withName(button, children, isFolded)
}

function withName(control: ReactElement, name: string, isFolded: boolean): ReactElement {
  if (!isFolded) return control
  return (
    <Tooltip label={name} side="right">
      {control}
    </Tooltip>
  )
}
