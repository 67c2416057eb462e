import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'
import './button.css'

type Variant = 'primary' | 'default' | 'ghost' | 'danger'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: Variant
  busy?: boolean
}

export function Button({ variant = 'default', busy = false, className, disabled, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={classNames('ui-button', `ui-button-${variant}`, className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    />
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string
}

export function IconButton({ label, className, ...props }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        {...props}
        aria-label={label}
        className={classNames('ui-button', 'ui-icon-button', className)}
      />
    </Tooltip>
  )
}
