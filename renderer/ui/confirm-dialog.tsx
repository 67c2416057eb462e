import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { t } from './text.ts'

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
