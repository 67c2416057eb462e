import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import './popup.css'

interface MenuProps {
  trigger: ReactElement
  children: ReactNode
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={4} align="start" collisionPadding={8} className="ui-positioner">
          <BaseMenu.Popup className="ui-popup ui-menu">{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

interface MenuItemProps {
  icon?: LucideIcon
  hint?: ReactNode
  children: ReactNode
  onSelect: () => void
}

export function MenuItem({ icon: Icon, hint, children, onSelect }: MenuItemProps) {
  return (
    <BaseMenu.Item className="ui-menu-item" onClick={onSelect}>
      {Icon === undefined ? <span /> : <Icon aria-hidden />}
      <span>{children}</span>
      <span>{hint}</span>
    </BaseMenu.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  choices: readonly { readonly value: T; readonly label: string }[]
  onChange: (value: T) => void
}

export function MenuChoice<T extends string>({ label, value, choices, onChange }: MenuChoiceProps<T>) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="ui-menu-label">{label}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
        {choices.map((choice) => (
          <BaseMenu.RadioItem key={choice.value} value={choice.value} className="ui-menu-item" closeOnClick>
            <span className="ui-menu-item-check">
              <BaseMenu.RadioItemIndicator>
                <Check aria-hidden />
              </BaseMenu.RadioItemIndicator>
            </span>
            <span>{choice.label}</span>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="ui-menu-separator" />
}
