import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useRef } from 'react'
import { upsertableTypes, type EntityType } from '#shared/entities.ts'
import type { ImportUpload } from '#shared/imports.ts'
import { FileSpreadsheet } from 'lucide-react'
import type { NamedFile } from '../api/assets-queries.ts'
import { removeUpload, uploadQuery } from '../api/imports-queries.ts'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { useShownType } from '../query/location.ts'
import type { DialogProps } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { ImportScreen } from './import-screen.tsx'
import { Button } from '../ui/button.tsx'
import { takeFile } from './file-drop-zone.tsx'
import { importableFiles } from '../state/desktop-files.ts'
import '../jobs/import-outcome.css'
import './import-screen.css'
import { t } from '../ui/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    import: { readonly file?: File; readonly pictures?: readonly NamedFile[] }
  }
}

export function ImportDialog({ request, onClose }: DialogProps<'import'>) {
  const type = useShownType()
  const file = request?.file
  const hasSettings = useRef(false)
  const [isLeaving, setLeaving] = useState<true>()
  const close = (): void => {
    hasSettings.current = false
    setLeaving(undefined)
    onClose()
  }
  const askFirst = (): void => (hasSettings.current ? setLeaving(true) : close())
  const leave = { mutate: close, isPending: false, error: null }
  return (
    <Dialog
      title={t('Import a file')}
      open={request !== undefined}
      onClose={askFirst}
      size="full"
      keepOnOutsidePress
    >
      <ImportSteps
        key={file === undefined ? '' : `${file.name} ${file.lastModified}`}
        {...{ file, type, onClose: close }}
        pictures={request?.pictures}
        onSettings={(are) => (hasSettings.current = are)}
      />
      <ConfirmDialog
        title={t('Leave the import?')}
        action={t('Leave')}
        keep={t('Continue importing')}
        subject={isLeaving}
        mutation={leave}
        onClose={() => setLeaving(undefined)}
      >
        <p>{t('Your settings for this file will be lost. Nothing has been imported.')}</p>
      </ConfirmDialog>
    </Dialog>
  )
}

const noFile = new File([], '')

interface ImportStepsProps {
  readonly file: File | undefined
  readonly type: EntityType
  readonly pictures: readonly NamedFile[] | undefined
  readonly onClose: () => void
  readonly onSettings: (areMade: boolean) => void
}

function ImportSteps({ file: given, type, pictures, onClose, onSettings }: ImportStepsProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [file, setFile] = useState(given)
  useEffect(
    () => () => {
      const { queryKey } = uploadQuery(api, file ?? noFile)
      const upload = queryClient.getQueryData<ImportUpload>(queryKey)
      if (upload === undefined) return
      queryClient.removeQueries({ queryKey })
      // A file that cannot be removed now expires after a day.
      removeUpload(api.workspaceId, upload.id).catch(() => undefined)
    },
    [api, file, queryClient],
  )
  if (file === undefined) return <ChooseFile onFile={setFile} />
  return (
    <ImportScreen
      file={file}
      pictures={file === given ? pictures : undefined}
      initialType={upsertableTypes.find((candidate) => candidate === type) ?? 'product'}
      onOtherFile={() => {
        onSettings(false)
        setFile(undefined)
      }}
      onSettings={onSettings}
      onClose={onClose}
    />
  )
}

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
          // Lets the user choose the same file again after correcting it.
          target.value = ''
        }}
      />
      <p className="ui-field-hint">
        {t('Pictures and folders of pictures can be dropped here too: they are placed at their products.')}
      </p>
      <p className="ui-field-hint">
        {t(
          'The first line of a table names the columns. Delimiter and encoding are detected automatically, and nothing is saved before you say so.',
        )}
      </p>
    </div>
  )
}
