import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'

interface ColumnMenuItemProps {
  readonly icon: LucideIcon
  readonly text: string
  readonly onSelect: () => void
}

/** A line of the menu of a column. */
export function ColumnMenuItem({ icon: Icon, text, onSelect }: ColumnMenuItemProps) {
  return (
    <Menu.Item className="ui-menu-item" onClick={onSelect}>
      <Icon aria-hidden />
      <span>{text}</span>
      <span />
    </Menu.Item>
  )
}
