import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { upsertableTypes, type EntityType } from '#shared/entities.ts'
import type { ImportUpload } from '#shared/imports.ts'
import { removeUpload, uploadQuery } from '../api/imports-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ChooseFile } from './choose-file.tsx'
import { ImportWizard } from './import-wizard.tsx'
import '../jobs/import.css'

interface ImportDialogProps {
  open: boolean
  file: File | undefined
  type: EntityType
  onClose: () => void
}

/** The import of a file: choose, look and decide, rehearse, watch, read the result. */
export function ImportDialog({ open, file, type, onClose }: ImportDialogProps) {
  return (
    <Dialog title="Import a file" open={open} onClose={onClose} size="wide" keepOnOutsidePress>
      <ImportSteps
        key={file === undefined ? '' : `${file.name} ${file.lastModified}`}
        {...{ file, type, onClose }}
      />
    </Dialog>
  )
}

const noFile = new File([], '')

type ImportStepsProps = Pick<ImportDialogProps, 'file' | 'type' | 'onClose'>

function ImportSteps({ file: given, type, onClose }: ImportStepsProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [file, setFile] = useState(given)
  useEffect(
    () => () => {
      const { queryKey } = uploadQuery(api, file ?? noFile)
      const upload = queryClient.getQueryData<ImportUpload>(queryKey)
      if (upload === undefined) return
      queryClient.removeQueries({ queryKey })
      // What cannot be removed now goes by itself after a day.
      removeUpload(api.workspaceId, upload.id).catch(() => undefined)
    },
    [api, file, queryClient],
  )
  if (file === undefined) return <ChooseFile onFile={setFile} />
  return (
    <ImportWizard
      file={file}
      initialType={upsertableTypes.find((candidate) => candidate === type) ?? 'product'}
      onOtherFile={() => setFile(undefined)}
      onClose={onClose}
    />
  )
}
