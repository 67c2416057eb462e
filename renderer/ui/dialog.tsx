import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { useHeldFocus } from './focus.ts'
import './button.css'
import './dialog.css'
import { t, classNames } from './text.ts'
import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface DialogProps {
  title: string
  description?: ReactNode
  open: boolean
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'wide' | 'full'
  /** Set while a press outside must not lose the input. */
  keepOnOutsidePress?: boolean
  returnsFocus?: (() => boolean) | undefined
}

// Typing can start at once; the close button comes first in the document but is rarely needed.
const focusable = ['input:not([tabindex="-1"])', '[role="checkbox"]', 'button']
  .map((one) => `${one}:not(:disabled, [aria-disabled="true"])`)
  .join(', ')

/** A marked element, also in the footer, takes precedence over the first one. */
function firstOf(body: HTMLElement | null): HTMLElement | null {
  const beginning = body?.parentElement?.querySelector<HTMLElement>('[data-beginning]') ?? body
  if (beginning?.matches(focusable)) return beginning
  return beginning?.querySelector<HTMLElement>(focusable) ?? body
}

/** A modal dialog; Escape and the close button close it, and the focus returns to the previous element. */
export function Dialog(props: DialogProps) {
  const {
    title,
    description,
    open,
    onClose,
    children,
    footer,
    size = 'medium',
    keepOnOutsidePress,
    returnsFocus,
  } = props
  const body = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useHeldFocus(popup, open, () => firstOf(body.current))
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={keepOnOutsidePress ?? false}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="ui-backdrop" />
        <BaseDialog.Popup
          ref={popup}
          className={classNames('ui-dialog', `ui-dialog-${size}`)}
          initialFocus={() => firstOf(body.current)}
          finalFocus={returnsFocus}
        >
          <header className="ui-dialog-header">
            <BaseDialog.Title className="ui-dialog-title">{title}</BaseDialog.Title>
            <BaseDialog.Close className="ui-button ui-icon-button" aria-label={t('Close')}>
              <X aria-hidden />
            </BaseDialog.Close>
            {description !== undefined && (
              <BaseDialog.Description className="ui-dialog-description">{description}</BaseDialog.Description>
            )}
          </header>
          <div className="ui-dialog-body" ref={body} tabIndex={-1}>
            {children}
          </div>
          {footer !== undefined && <footer className="ui-dialog-footer">{footer}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface ConfirmDialogProps<Subject> {
  title: string
  action: string
  keep?: string
  subject: Subject | undefined
  mutation: Pick<UseMutationResult<unknown, Error, Subject>, 'mutate' | 'isPending' | 'error'>
  failure?: string
  disabled?: boolean
  onClose: () => void
  returnsFocus?: (() => boolean) | undefined
  children: ReactNode
}

export function ConfirmDialog<Subject>(props: ConfirmDialogProps<Subject>) {
  const {
    title,
    action,
    keep = t('Keep it'),
    subject,
    mutation,
    failure,
    disabled = false,
    onClose,
    returnsFocus,
    children,
  } = props
  return (
    <Dialog
      title={title}
      open={subject !== undefined}
      onClose={onClose}
      size="small"
      returnsFocus={returnsFocus}
      footer={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            variant="danger"
            busy={mutation.isPending}
            disabled={disabled}
            onClick={() => subject !== undefined && mutation.mutate(subject)}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      {mutation.error !== null && (
        <Notice tone="danger" title={failure}>
          {mutation.error.message}
        </Notice>
      )}
    </Dialog>
  )
}
