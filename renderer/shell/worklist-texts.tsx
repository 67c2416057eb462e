import type { Worklist } from '#shared/views.ts'
import { formatCount, formatCalendarDay } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { doneOf, isLate } from '../views/worklist-location.ts'

export function DueDay({ worklist }: { worklist: Worklist }) {
  const { due_on: due } = worklist
  if (due === null) return null
  const day = formatCalendarDay(due)
  if (isLate(worklist)) return <strong>{t('Overdue: {day}', { day })}</strong>
  return <span className="side-worklist-due">{t('Due on {day}', { day })}</span>
}

export function describeProgress(worklist: Worklist): string {
  const { progress, done_by: by } = worklist
  if (by !== null) return t('Done by {name}', { name: by.name ?? t('somebody') })
  const done = doneOf(worklist)
  if (done === undefined) return t('Cannot be counted')
  return t('{done} of {total} done', { done: formatCount(done), total: formatCount(progress.total) })
}

export function shareDone(worklist: Worklist): number {
  const [done, { total }] = [doneOf(worklist), worklist.progress]
  return done === undefined || total === 0 ? 0 : done / total
}
