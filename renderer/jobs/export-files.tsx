import { useMutation } from '@tanstack/react-query'
import { Download, FileWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportedFile } from '#shared/exports.ts'
import type { Job } from '#shared/jobs.ts'
import { formatDay, isPast } from '../ui/format-time.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { exportOutcome, isChannelOutcome, leftOutReasons } from './export-outcome.ts'
import { saveExportedFile } from './save-exported-file.ts'

/** The file of a finished export, and for a channel the report of what it does not get and why. */
export function ExportFiles({ job }: { job: Job }) {
  const outcome = exportOutcome(job)
  if (outcome === undefined) return null
  if (isPast(outcome.expires_at))
    return <p className="ui-field-hint">The file is no longer kept. Export again.</p>
  const reasons = leftOutReasons(outcome)
  return (
    <>
      {reasons.length > 0 && (
        <details>
          <summary>Why some are left out</summary>
          <ul className="job-errors">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="export-files">
        <SaveButton file={outcome.file} icon={<Download aria-hidden />} label="Download" />
        {isChannelOutcome(outcome) && reasons.length > 0 && (
          <SaveButton file={outcome.report} icon={<FileWarning aria-hidden />} label="Report" />
        )}
        <span className="ui-field-hint">Kept until {formatDay(outcome.expires_at)}</span>
      </div>
    </>
  )
}

interface SaveButtonProps {
  file: ExportedFile
  icon: ReactNode
  label: string
}

function SaveButton({ file, icon, label }: SaveButtonProps) {
  const { api } = useWorkspace()
  const save = useMutation({ mutationFn: () => saveExportedFile(api, file) })
  return (
    <Button aria-label={`${label} ${file.name}`} busy={save.isPending} onClick={() => save.mutate()}>
      {icon}
      {label}
    </Button>
  )
}
