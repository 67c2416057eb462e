import { useId, useState, type FormEvent } from 'react'
import { maxAcceptReason, type QualityFinding } from '#shared/quality.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { t } from '../ui/text.ts'
import { useAccept } from './use-accept.ts'

interface AcceptDialogProps {
  /** The dialog is open while there are some. */
  readonly findings: readonly QualityFinding[] | undefined
  readonly onClose: () => void
  readonly onAccepted: () => void
}

/** Asks why findings are right as they are, and accepts them. */
export function AcceptDialog({ findings, onClose, onAccepted }: AcceptDialogProps) {
  const formId = useId()
  const accept = useAccept()
  const close = (): void => {
    accept.reset()
    onClose()
  }
  const count = findings?.length ?? 0
  return (
    <Dialog
      title={
        count === 1
          ? t('Accept “{name}” as right', { name: findings?.[0]?.entity.label ?? '' })
          : t('Accept {count} findings as right', { count })
      }
      description={t(
        'They leave the list and count as met until their value changes. Everybody can read the reason.',
      )}
      open={findings !== undefined}
      onClose={close}
      size="small"
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={accept.isPending}>
            {t('This is right')}
          </Button>
        </>
      }
    >
      <ReasonForm
        id={formId}
        onReason={(reason) =>
          findings && accept.mutate({ findings, reason }, { onSuccess: () => (onAccepted(), onClose()) })
        }
      />
      {accept.error !== null && (
        <Notice tone="danger" title={t('Not all could be accepted')}>
          {accept.error.message}
        </Notice>
      )}
    </Dialog>
  )
}

/** Starts empty each time the dialog is opened. */
function ReasonForm({ id, onReason }: { id: string; onReason: (reason: string) => void }) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (reason.trim() === '') setFault(t('Say in a few words why it is right.'))
    else onReason(reason.trim())
  }
  return (
    <form id={id} onSubmit={submit}>
      <TextField
        label={t('Reason')}
        placeholder={t('The maker writes it in capitals')}
        maxLength={maxAcceptReason}
        value={reason}
        error={fault}
        onChange={(next) => {
          setReason(next)
          setFault('')
        }}
      />
    </form>
  )
}
