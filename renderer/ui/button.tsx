import { type ComponentProps, useState } from 'react'
import { Tooltip } from './popover.tsx'
import './button.css'
import { Check, Copy } from 'lucide-react'
import { showError } from './toast.tsx'
import { t, classNames } from './text.ts'

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

const confirmationMs = 1600

export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), confirmationMs)
    } catch {
      showError(t('The text could not be copied'), { description: t('Select it and press Ctrl+C instead.') })
    }
  }
  return (
    <Button onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{isCopied ? t('Copied') : label}</span>
    </Button>
  )
}
