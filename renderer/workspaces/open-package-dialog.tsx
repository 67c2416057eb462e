import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import type { Workspace } from '#shared/app-surface.ts'
import { openPackage } from '../api/package-queries.ts'
import { sessionKey } from '../api/session-queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { TextField } from '../ui/text-field.tsx'

interface OpenPackageDialogProps {
  open: boolean
  onClose: () => void
  onOpened: (workspace: Workspace) => void
}

/** Asks for a package of this computer and makes a workspace of it. */
export function OpenPackageDialog({ open, onClose, onOpened }: OpenPackageDialogProps) {
  const formId = useId()
  const [file, setFile] = useState('')
  const opening = useOpening(onOpened)
  // It goes on without the page, and nobody would be told how it ended.
  const close = (): void => {
    if (opening.isPending) return
    opening.reset()
    onClose()
  }
  return (
    <Dialog
      title="Open a package"
      description="Makes a new workspace of it. The package stays as it is."
      open={open}
      onClose={close}
      size="small"
      keepOnOutsidePress
      footer={
        <>
          <Button disabled={opening.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={opening.isPending}
            disabled={file.trim() === ''}
          >
            Open the package
          </Button>
        </>
      }
    >
      <PackageForm id={formId} file={file} onChange={setFile} opening={opening} />
    </Dialog>
  )
}

function useOpening(onOpened: OpenPackageDialogProps['onOpened']) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: openPackage,
    onSuccess: async (workspace) => {
      await queryClient.invalidateQueries({ queryKey: sessionKey })
      onOpened(workspace)
    },
  })
}

interface PackageFormProps {
  id: string
  file: string
  onChange: (file: string) => void
  opening: ReturnType<typeof useOpening>
}

function PackageForm({ id, file, onChange, opening }: PackageFormProps) {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (file.trim() !== '') opening.mutate(file.trim())
  }
  return (
    <form id={id} className="stack" onSubmit={submit} noValidate>
      {opening.error !== null && (
        <Notice tone="danger" title="The package was not opened">
          {opening.error.message}
        </Notice>
      )}
      <TextField
        label="Path of the package"
        hint="The whole path of the file, on the computer that Vitrine runs on."
        value={file}
        onChange={onChange}
        maxLength={1000}
      />
      {opening.isPending && (
        <Progress label="Making the workspace" percent={undefined} text="A large one takes some minutes" />
      )}
    </form>
  )
}
