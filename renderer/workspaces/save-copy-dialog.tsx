import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { sessionKey } from '../api/people-queries.ts'
import { openFile, saveCopy } from '../api/workspace-file-queries.ts'
import { goTo } from '../query/location.ts'
import { openingLocation } from '../state/first-page.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { filePath, FolderField } from '../ui/folder-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/field.tsx'
import { t } from '../ui/text.ts'

interface CopyTarget {
  folder: string
  name: string
}

interface SaveCopyDialogProps {
  open: boolean
  suggestion: CopyTarget
  onClose: () => void
}

/** Saves a workspace whose file is missing to a new file, which it then offers to open. */
export function SaveCopyDialog({ open, suggestion, onClose }: SaveCopyDialogProps) {
  const { saving, opening, close } = useCopy(onClose)
  const formId = useId()
  const { data: saved } = saving
  const save = (
    <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
      {t('Save the copy')}
    </Button>
  )
  return (
    <Dialog
      title={t('Save a copy elsewhere')}
      description={t('The copy is a whole workspace file with everything that was saved.')}
      open={open}
      onClose={close}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={close}>{saved === undefined ? t('Cancel') : t('Close')}</Button>
          {saved === undefined ? save : <OpenButton file={saved} opening={opening} />}
        </>
      }
    >
      {saved === undefined ? (
        <CopyTargetForm id={formId} suggestion={suggestion} error={saving.error} onSubmit={saving.mutate} />
      ) : (
        <SavedNotice file={saved} error={opening.error} />
      )}
    </Dialog>
  )
}

function useCopy(onClose: () => void) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const saving = useMutation({ mutationFn: (file: string) => saveCopy(workspace.id, file) })
  const opening = useMutation({
    mutationFn: openFile,
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: sessionKey })
      close()
      goTo(openingLocation(id))
    },
  })
  const close = (): void => {
    onClose()
    saving.reset()
    opening.reset()
  }
  return { saving, opening, close }
}

function OpenButton({ file, opening }: { file: string } & Pick<ReturnType<typeof useCopy>, 'opening'>) {
  return (
    <Button variant="primary" busy={opening.isPending} onClick={() => opening.mutate(file)}>
      {t('Open the copy')}
    </Button>
  )
}

interface CopyTargetFormProps {
  id: string
  suggestion: CopyTarget
  error: Error | null
  onSubmit: (file: string) => void
}

function CopyTargetForm({ id, suggestion, error, onSubmit }: CopyTargetFormProps) {
  const [folder, setFolder] = useState(suggestion.folder)
  const [name, setName] = useState(suggestion.name)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit(filePath(folder, name))
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {error !== null && (
        <Notice tone="danger" title={t('The copy was not saved')}>
          {error.message}
        </Notice>
      )}
      <FolderField
        label={t('Folder for the copy')}
        value={folder}
        onChange={setFolder}
        hint={t('On the computer that Vitrine runs on.')}
      />
      <TextField label={t('File name')} value={name} onChange={setName} maxLength={200} />
    </form>
  )
}

function SavedNotice({ file, error }: { file: string; error: Error | null }) {
  return (
    <div className="stack">
      <Notice tone="success" title={t('The copy is saved')}>
        {file}
      </Notice>
      <p>{t('Open it to keep working, or put the file of this workspace back where it was.')}</p>
      {error !== null && (
        <Notice tone="danger" title={t('The copy could not be opened')}>
          {error.message}
        </Notice>
      )}
    </div>
  )
}
