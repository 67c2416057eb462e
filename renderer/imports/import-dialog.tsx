import { useState } from 'react'
import { upsertableTypes, type EntityType } from '#shared/entities.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportReview } from './import-review.tsx'
import { ImportRun } from './import-run.tsx'
import type { RunningImport } from './running-import.ts'
import './import-dialog.css'

interface ImportDialogProps {
  open: boolean
  file: File | undefined
  type: EntityType
  onClose: () => void
}

/** The import of a CSV file: choose, look and decide, watch, read the result. */
export function ImportDialog({ open, file, type, onClose }: ImportDialogProps) {
  return (
    <Dialog title="Import a CSV file" open={open} onClose={onClose} size="large" keepOnOutsidePress>
      <ImportSteps
        key={file === undefined ? '' : `${file.name} ${file.lastModified}`}
        {...{ file, type, onClose }}
      />
    </Dialog>
  )
}

type ImportStepsProps = Omit<ImportDialogProps, 'open'>

function ImportSteps({ file: given, type, onClose }: ImportStepsProps) {
  const [file, setFile] = useState(given)
  const [running, setRunning] = useState<RunningImport>()
  if (file === undefined) return <ChooseFile onFile={setFile} />
  return (
    <>
      <div hidden={running !== undefined} className="stack">
        <ImportReview
          file={file}
          initialType={upsertableTypes.find((candidate) => candidate === type) ?? 'product'}
          onStarted={setRunning}
          onOtherFile={() => setFile(undefined)}
        />
      </div>
      {running !== undefined && (
        <ImportRun
          key={running.jobId}
          running={running}
          onBack={() => setRunning(undefined)}
          onRunning={setRunning}
          onClose={onClose}
        />
      )}
    </>
  )
}
