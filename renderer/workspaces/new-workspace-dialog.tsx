import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { Workspace } from '#shared/app-surface.ts'
import { ApiError } from '../api/api-error.ts'
import { createWorkspace, sessionKey } from '../api/people-queries.ts'
import { goTo } from '../query/location.ts'
import { openingLocation } from '../state/first-page.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { t } from '../ui/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    'new-workspace': NoData
  }
}

/** The dialog in an open workspace; it goes to the new one. */
export function NewWorkspace({ request, onClose }: DialogProps<'new-workspace'>) {
  return (
    <NewWorkspaceDialog
      open={request !== undefined}
      onClose={onClose}
      onCreated={({ id }) => goTo(openingLocation(id))}
    />
  )
}

interface NewWorkspaceDialogProps {
  open: boolean
  onClose: () => void
  onCreated: (workspace: Workspace) => void
}

export function NewWorkspaceDialog({ open, onClose, onCreated }: NewWorkspaceDialogProps) {
  const formId = useId()
  const creation = useWorkspaceCreation((workspace) => {
    onClose()
    onCreated(workspace)
  })
  return (
    <Dialog
      title={t('New workspace')}
      description={t('One catalog in one file of its own, separate from your other workspaces.')}
      open={open}
      onClose={onClose}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={creation.isPending}>
            {creation.isPending ? t('Creating…') : t('Create workspace')}
          </Button>
        </>
      }
    >
      <NewWorkspaceForm id={formId} error={creation.error} onSubmit={(input) => creation.mutate(input)} />
    </Dialog>
  )
}

function useWorkspaceCreation(onCreated: (workspace: Workspace) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: createWorkspace,
    onSuccess: async (workspace) => {
      await queryClient.invalidateQueries({ queryKey: sessionKey })
      onCreated(workspace)
    },
  })
}

interface NewWorkspaceFormProps {
  id: string
  error: Error | null
  onSubmit: (input: { name: string; sample: boolean }) => void
}

function NewWorkspaceForm({ id, error, onSubmit }: NewWorkspaceFormProps) {
  const [name, setName] = useState('')
  const [isSubmitted, setIsTried] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setIsTried(true)
    if (name.trim() !== '') onSubmit({ name: name.trim(), sample: false })
  }
  const isMissing = isSubmitted && name.trim() === ''
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {error !== null && (
        <Notice tone="danger" title={t('The workspace was not created')}>
          {error instanceof ApiError ? error.message : String(error)}
        </Notice>
      )}
      <TextField
        label={t('Name')}
        value={name}
        onChange={setName}
        placeholder={t('Spring collection')}
        maxLength={200}
        error={isMissing ? t('Give the workspace a name.') : undefined}
      />
    </form>
  )
}
