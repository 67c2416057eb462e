import type { Job } from '#shared/jobs.ts'
import { undoImport } from '../../api/imports-queries.ts'
import { showError, showSuccess, toMessage } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'
import { t } from '../../ui/text.ts'

/** Puts an import into the history, once: the next undo offers to take it back. */
export function rememberImport(session: GridSession, job: Job): void {
  const isKnown = session.log.lastDone?.steps.some((step) => step.kind === 'import' && step.jobId === job.id)
  if (isKnown !== true)
    session.log.add({ label: labelOfImport(job), steps: [{ kind: 'import', jobId: job.id }] })
}

function labelOfImport({ metadata: { file } }: Job): string {
  return typeof file === 'string' && file !== '' ? t('import of {file}', { file }) : 'import'
}

/** An import may be large and others may have gone on from it, so that it is not taken back without a word. */
export function offerUndoOfImport(session: GridSession, label: string, jobId: string): void {
  const title = t('Undo the {label}?', { label })
  const description = t(
    'What it created goes to the trash, what it changed gets its old value. Values that somebody has changed since stay.',
  )
  const takeBack = async (): Promise<void> => {
    try {
      await undoImport(session.api.workspaceId, jobId)
      session.announce(t('The {label} is being undone.', { label }))
    } catch (error) {
      showError(t('The import was not undone'), { description: toMessage(error) })
    }
  }
  showSuccess(title, {
    description,
    isPassing: false,
    subject: jobId,
    action: { label: t('Undo the import'), onPress: () => void takeBack() },
  })
  session.announce(`${title} ${description}`)
}
