import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './text.ts'
import './popup.css'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'

interface PopoverProps {
  trigger: ReactElement
  title: string
  children: ReactNode
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string
}

/** A small panel next to the control that opens it; Escape and a press outside close it. */
export function Popover({ trigger, title, children, open, onOpenChange, className }: PopoverProps) {
  return (
    <BasePopover.Root open={open} onOpenChange={onOpenChange}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner sideOffset={6} align="start" collisionPadding={12} className="ui-positioner">
          <BasePopover.Popup className={classNames('ui-popup', 'ui-popover', className)}>
            <BasePopover.Title className="visually-hidden">{title}</BasePopover.Title>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

interface TooltipProps {
  label: ReactNode
  children: ReactElement
  side?: 'top' | 'right'
}

export function Tooltip({ label, children, side = 'top' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner side={side} sideOffset={6} className="ui-positioner">
          <BaseTooltip.Popup className="ui-tooltip">{label}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}

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
