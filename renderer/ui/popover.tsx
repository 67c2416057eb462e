import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './text.ts'
import './popup.css'
import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'

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
