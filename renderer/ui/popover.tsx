import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './popup.css'

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
