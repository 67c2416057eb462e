import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useRef } from 'react'
import { upsertableTypes, type EntityType } from '#shared/entities.ts'
import type { ImportUpload } from '#shared/imports.ts'
import { FileSpreadsheet } from 'lucide-react'
import { removeUpload, uploadQuery } from '../api/imports-queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ImportWizard } from './import-wizard.tsx'
import { Button } from '../ui/button.tsx'
import { takeFile } from './file-drop-zone.tsx'
import { importableFiles } from '../state/import-file.ts'
import '../jobs/import.css'
import { t } from '../ui/text.ts'

interface ImportDialogProps {
  open: boolean
  file: File | undefined
  type: EntityType
  onClose: () => void
}

/** The import of a file: choose, look and decide, rehearse, watch, read the result. */
export function ImportDialog({ open, file, type, onClose }: ImportDialogProps) {
  return (
    <Dialog title={t('Import a file')} open={open} onClose={onClose} size="wide" keepOnOutsidePress>
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

/** The first step where no file was dropped. */
function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="import-choose">
      <FileSpreadsheet aria-hidden />
      <p>
        {t('Drop a CSV file, an Excel workbook, JSON or the XML of a feed or supplier here, or choose one.')}
      </p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('Choose a file…')}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept={importableFiles}
        aria-label={t('File to import')}
        tabIndex={-1}
        onChange={({ target }) => {
          if (target.files !== null) takeFile(target.files, onFile)
          // The same file, corrected, can be chosen again.
          target.value = ''
        }}
      />
      <p className="ui-field-hint">
        {t(
          'The first line of a table names the columns. Delimiters and encodings are told apart by themselves, and nothing is saved before you say so.',
        )}
      </p>
    </div>
  )
}
