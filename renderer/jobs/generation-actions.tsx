import { useMutation } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { undoEdit } from '../api/changes-queries.ts'
import { goTo } from '../query/use-place.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { startedRuns } from '../state/started-runs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { showError, showSuccess } from '../ui/toast.tsx'
import { readGeneration, reviewOf, typeOfRun } from './generation-outcome.ts'
import { t } from '../ui/text.ts'
import { useMay } from '../state/rights.ts'

interface GenerationActionsProps {
  readonly job: Job
  /** The list around it is about to close. */
  readonly onLeave: () => void
}

/** What can be done when a run has ended: what its budget left is run, what it wrote is taken back. */
export function GenerationActions({ job, onLeave }: GenerationActionsProps) {
  const result = readGeneration(job)
  const may = useMay()
  if (!result) return null
  return (
    <>
      {result.proposed > 0 && <ReviewButton job={job} onLeave={onLeave} />}
      {result.stopped !== null && may('generation') && <RestButton job={job} onLeave={onLeave} />}
      {result.edit_id !== null && may('rows') && <UndoButton editId={result.edit_id} />}
    </>
  )
}

function ReviewButton({ job, onLeave }: GenerationActionsProps) {
  const { workspace } = useWorkspace()
  const go = (): void => {
    onLeave()
    goTo(reviewOf(workspace.id, job))
  }
  return (
    <Button variant="ghost" onClick={go}>
      {t('Review')}
    </Button>
  )
}

function RestButton({ job: { id, metadata }, onLeave }: GenerationActionsProps) {
  const openDialog = useOpenDialog()
  const run = (): void => {
    onLeave()
    const again = startedRuns.find(id)
    const type = typeOfRun(metadata)
    // Of a run that was started elsewhere nothing more is known.
    const attributes = metadata['attributes'] as string[]
    openDialog({ kind: 'generate', type, ...(again ? { again } : { attributes, scope: 'all' }) })
  }
  return (
    <Button variant="ghost" onClick={run}>
      {t('Run the rest')}
    </Button>
  )
}

function UndoButton({ editId }: { editId: string }) {
  const { api } = useWorkspace()
  const undo = useMutation({
    mutationFn: () => undoEdit(api, editId),
    onSuccess: () => showSuccess(t('What the run wrote was undone')),
    onError: (error) => showError(t('The run was not undone'), { description: error.message }),
  })
  return (
    <Button variant="ghost" busy={undo.isPending} disabled={undo.isSuccess} onClick={() => undo.mutate()}>
      {undo.isSuccess ? t('Undone') : t('Undo')}
    </Button>
  )
}
