import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UpsertableType } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { startImport } from '../api/imports-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'
import { readCsvHead, type CsvHead } from './csv-head.ts'
import { CsvPreview } from './csv-preview.tsx'
import { ImportFault } from './import-fault.tsx'
import { ImportSettings, type ImportChoices } from './import-settings.tsx'
import { mergeKeyChoices, suggestMergeKey } from './match-columns.ts'
import type { RunningImport } from './running-import.ts'

interface ImportReviewProps {
  file: File
  initialType: UpsertableType
  onStarted: (running: RunningImport) => void
  onOtherFile: () => void
}

/** What is in the file and what shall be done with it. */
export function ImportReview(props: ImportReviewProps) {
  const { file, onOtherFile } = props
  const head = useQuery({
    queryKey: ['csv-head', file.name, file.lastModified, file.size],
    queryFn: () => readCsvHead(file),
    retry: false,
  })
  if (head.data !== undefined) return <ReviewForm {...props} head={head.data} />
  if (head.isPending) return <Skeleton height={160} />
  return (
    <>
      <Notice tone="danger" title={`${file.name} cannot be imported`}>
        {head.error.message}
      </Notice>
      <div className="ui-dialog-actions">
        <Button onClick={onOtherFile}>Choose another file</Button>
      </div>
    </>
  )
}

function ReviewForm({
  file,
  head,
  initialType,
  onStarted,
  onOtherFile,
}: ImportReviewProps & { head: CsvHead }) {
  const { api } = useWorkspace()
  const [choices, setChoices] = useState<ImportChoices>({
    type: initialType,
    mergeKey: undefined,
    createMissing: true,
    emptyCells: 'ignore',
  })
  const { data: attributes = [] } = useQuery(attributesQuery(api, choices.type))
  const mergeKeys = mergeKeyChoices(head.columns, attributes, choices.createMissing)
  const mergeKey = choices.mergeKey ?? suggestMergeKey(mergeKeys, attributes)
  const options = { ...choices, mergeKey, mapping: {} }
  const start = useMutation({
    mutationFn: (isDryRun: boolean) => startImport(api, file, options, isDryRun),
    onSuccess: (job, isDryRun) => onStarted({ jobId: job.id, file, options, isDryRun }),
  })
  return (
    <>
      <CsvPreview file={file} head={head} attributes={attributes} createMissing={choices.createMissing} />
      <ImportSettings
        options={options}
        mergeKeys={mergeKeys}
        onChange={(part) => setChoices({ ...choices, ...part })}
      />
      {start.error !== null && <ImportFault error={start.error} />}
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onOtherFile}>
          Choose another file
        </Button>
        <Button busy={start.isPending} onClick={() => start.mutate(true)}>
          Try without saving
        </Button>
        <Button variant="primary" busy={start.isPending} onClick={() => start.mutate(false)}>
          Import
        </Button>
      </div>
    </>
  )
}
