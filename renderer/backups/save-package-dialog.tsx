import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { explainRefusal } from '../api/explain-refusal.ts'
import { isKnownToHaveEnded, jobsKey } from '../api/jobs-queries.ts'
import { savePackage } from '../api/package-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { filePath, FolderField } from '../ui/folder-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showSuccess } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

interface SavePackageDialogProps {
  open: boolean
  onClose: () => void
}

/** Asks where a package of the workspace goes and what it holds, and starts the job that writes it. */
export function SavePackageDialog({ open, onClose }: SavePackageDialogProps) {
  const formId = useId()
  const saving = useSaving(onClose)
  const close = (): void => {
    saving.reset()
    onClose()
  }
  return (
    <Dialog
      title={t('Save as a package')}
      description={t(
        'One file with the whole workspace, to move it to another computer or to share it. Keys, history and trash stay here.',
      )}
      open={open}
      onClose={close}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={saving.isPending}>
            {t('Save the package')}
          </Button>
        </>
      }
    >
      {open && <PackageForm id={formId} error={saving.error} onSubmit={saving.mutate} />}
    </Dialog>
  )
}

type NewPackage = Parameters<typeof savePackage>[1]

function useSaving(onStarted: () => void) {
  const { api, workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPackage) => savePackage(workspace.id, body),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) })
      onStarted()
      // It has ended already, and the message of its end must not be replaced.
      if (isKnownToHaveEnded(queryClient, api, id)) return
      showSuccess(t('The package is being saved'), {
        description: t('The list of jobs shows its progress. The file gets its name when it is complete.'),
        subject: id,
      })
    },
  })
}

interface PackageFormProps {
  id: string
  error: Error | null
  onSubmit: (body: NewPackage) => void
}

function PackageForm({ id, error, onSubmit }: PackageFormProps) {
  const { workspace } = useWorkspace()
  const [folder, setFolder] = useState('')
  const [name, setName] = useState(`${workspace.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.zip`)
  const [isSchemaOnly, setIsSchemaOnly] = useState(false)
  const faults = error === null ? {} : explainRefusal(error, [['file', 'file']])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const file = filePath(folder, name)
    onSubmit({ file, schema_only: isSchemaOnly })
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {faults.general !== undefined && (
        <Notice tone="danger" title={t('The package was not saved')}>
          {faults.general}
        </Notice>
      )}
      <FolderField
        label={t('Folder for the package')}
        value={folder}
        onChange={setFolder}
        hint={t('On the computer that Vitrine runs on.')}
        error={faults.file}
      />
      <TextField label={t('File name')} value={name} onChange={setName} maxLength={200} />
      <Checkbox
        label={t('Without products and pictures')}
        hint={t('Only attributes, classes, views, channels and saved settings of imports.')}
        checked={isSchemaOnly}
        onChange={setIsSchemaOnly}
      />
    </form>
  )
}
