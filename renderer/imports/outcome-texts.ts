import type { Job } from '#shared/jobs.ts'
import { countOf } from '../shell/format-count.ts'
import { readImportResult, resultError } from './read-import-result.ts'

interface Headline {
  readonly tone: 'success' | 'warning' | 'danger'
  readonly title: string
  readonly text?: string
}

/** How an import or its trial ended, in a title and a sentence that says what to do next. */
export function headlineOf(job: Job, isDryRun: boolean): Headline {
  if (job.status === 'failed') return failed(job, isDryRun)
  if (job.status === 'cancelled') return cancelled(isDryRun)
  const refused = readImportResult(job.result)?.failed ?? 0
  if (refused > 0) return incomplete(refused, isDryRun)
  return isDryRun
    ? { tone: 'success', title: 'Every row is fine', text: 'Nothing has been saved yet.' }
    : { tone: 'success', title: 'The file was imported' }
}

function failed({ result }: Job, isDryRun: boolean): Headline {
  return {
    tone: 'danger',
    title: isDryRun ? 'The check failed' : 'The import failed',
    text: resultError(result) ?? 'The server gave no reason. Try it again.',
  }
}

function cancelled(isDryRun: boolean): Headline {
  return isDryRun
    ? { tone: 'warning', title: 'The check was cancelled', text: 'Nothing was saved.' }
    : {
        tone: 'warning',
        title: 'The import was cancelled',
        text: 'Rows that were imported before stay. With a merge key the file can be imported again safely.',
      }
}

function incomplete(refused: number, isDryRun: boolean): Headline {
  const rows = countOf(refused, 'row')
  const isOne = refused === 1
  const correct = isOne
    ? 'Correct it in the file, or import the others now and this one later.'
    : 'Correct them in the file, or import the others now and these later.'
  const download = isOne
    ? 'Download it with the reason, correct it and import that file.'
    : 'Download them with the reasons, correct them and import that file.'
  return isDryRun
    ? { tone: 'warning', title: `${rows} would be left out`, text: correct }
    : { tone: 'warning', title: `Imported, but ${rows} ${isOne ? 'was' : 'were'} left out`, text: download }
}

/** How the undo of an import ended. */
export function describeUndo({ status, result }: Job): Headline {
  if (status === 'failed')
    return {
      tone: 'danger',
      title: 'The undo failed',
      text: resultError(result) ?? 'The server gave no reason. Try it again.',
    }
  const count = (name: string): number => {
    const value = result?.[name]
    return typeof value === 'number' ? value : 0
  }
  const parts = [
    count('trashed') > 0 && `${countOf(count('trashed'), 'new entry', 'new entries')} moved to the trash.`,
    count('changed') > 0 && `${countOf(count('changed'), 'entry', 'entries')} got the old values back.`,
    count('kept') > 0 &&
      `${countOf(count('kept'), 'value')} stayed because somebody has changed ${count('kept') === 1 ? 'it' : 'them'} since.`,
    count('failed') > 0 && `${countOf(count('failed'), 'entry', 'entries')} could not be changed back.`,
  ]
  const text = parts.filter(Boolean).join(' ')
  return status === 'cancelled'
    ? { tone: 'warning', title: 'The undo was cancelled half way', text: `${text} Undo again to go on.` }
    : { tone: count('failed') > 0 ? 'warning' : 'success', title: 'The import was undone', text }
}
