import { useState, type FormEvent } from 'react'
import type { GridView } from '#shared/views.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { errorText } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

interface ViewNameDialogProps {
  title: string
  start: string
  action: string
  open: boolean
  onClose: () => void
  onSubmit: (name: string) => Promise<void>
}

export function ViewNameDialog({ title, open, onClose, ...form }: ViewNameDialogProps) {
  return (
    <Dialog title={title} size="small" open={open} onClose={onClose}>
      {open && <NameForm {...form} onClose={onClose} />}
    </Dialog>
  )
}

function NameForm({ start, action, onClose, onSubmit }: Omit<ViewNameDialogProps, 'title' | 'open'>) {
  const [name, setName] = useState(start)
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() === '') return setFault(t('Enter a name.'))
    try {
      await onSubmit(name.trim())
      onClose()
    } catch (error) {
      setFault(errorText(error))
    }
  }
  return (
    <form className="view-form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('Name')}
        value={name}
        onChange={setName}
        error={fault}
        maxLength={200}
        placeholder={t('Such as: Missing prices')}
      />
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {action}
        </Button>
      </div>
    </form>
  )
}

interface DeleteViewDialogProps {
  view: GridView | undefined
  onClose: () => void
  onDelete: (id: string) => void
}

/** Asks before a view is deleted, since other people may use it. */
export function DeleteViewDialog({ view, onClose, onDelete }: DeleteViewDialogProps) {
  return (
    <Dialog
      title={t('Delete the view {name}?', { name: view?.name ?? '' })}
      size="small"
      open={view !== undefined}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              if (view !== undefined) onDelete(view.id)
              onClose()
            }}
          >
            {t('Delete the view')}
          </Button>
        </>
      }
    >
      <p>{t('The columns, filters and order that it keeps are lost. The rows stay as they are.')}</p>
    </Dialog>
  )
}
