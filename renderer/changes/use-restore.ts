import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  changedSince,
  restoreChanges,
  undoEdit,
  changesKey,
  type Restoring,
  restoreFromTrash,
} from '../api/changes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'
import { describeAllChangedSince } from '../state/event-texts.ts'
import type { ChangedSince } from '#shared/jobs.ts'
import type { EditResult } from '#shared/schemas/edits.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Change, EventRecord } from '#shared/events.ts'
import type { GridColumn } from '../query/columns.ts'

export function useRestore() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: changesKey(api.workspaceId) })
  const undo = async (edits: readonly string[]): Promise<void> => {
    let undone = 0
    try {
      for (const edit of edits) {
        await undoEdit(api, edit)
        undone += 1
      }
      showSuccess(t('The restore was undone'))
    } catch (error) {
      const title = undone > 0 ? t('Only a part of the restore was undone') : t('The restore was not undone')
      showError(title, { description: errorText(error) })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: (restorings: readonly Restoring[]) =>
      restoreEach(restorings, (restoring) => restoreChanges(api, restoring)),
    onSuccess: (restored) => describeRestored(restored, (edits) => void undo(edits)),
    onError: (error) => showError(t('Nothing was restored'), { description: error.message }),
    onSettled: refresh,
  })
}

function describeRestored(
  { applied, changedMeanwhile, left, refused, edits, failure }: RestoreResult,
  undo: (edits: readonly string[]) => void,
): void {
  const notes = [
    failure !== undefined && t('The rest was not restored: {failure}', { failure }),
    changedMeanwhile > 0 &&
      t(
        '{changedMeanwhile, plural, one {# change} other {# changes}} had been followed by another, so the newer value stays.',
        { changedMeanwhile },
      ),
    describeAllChangedSince(left) ?? false,
    refused > 0 &&
      t(
        '{refused, plural, one {# change} other {# changes}} could not be restored: the row or its attribute is gone, or the old value is no longer allowed.',
        { refused },
      ),
  ].filter((sentence) => sentence !== false)
  const description = notes.length > 0 ? { description: notes.join(' ') } : {}
  if (edits.length === 0) {
    const nothing =
      notes.length > 0 ? description : { description: t('The values are already as they were.') }
    return showError(t('Nothing was restored'), { ...nothing, isPassing: failure === undefined })
  }
  const show = failure === undefined ? showSuccess : showError
  show(t('{applied, plural, one {# change} other {# changes}} restored', { applied }), {
    ...description,
    subject: 'restore',
    action: { label: t('Undo'), onPress: () => undo(edits) },
  })
}

export function useRestoreFromTrash() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => restoreFromTrash(api, [id]),
    onSuccess: (_answer, { name }) => showSuccess(t('{name} is back', { name })),
    onError: (error, { name }) =>
      showError(t('{name} could not be restored', { name }), { description: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: changesKey(api.workspaceId) }),
  })
}

interface RestoreResult {
  readonly applied: number
  readonly changedMeanwhile: number
  readonly refused: number
  readonly left: readonly ChangedSince[]
  readonly edits: readonly string[]
  readonly failure?: string
}

/**
 * Restores changes request by request, one for each type. A failure after the first keeps the earlier ones
 * and is reported; a failure of the first is thrown.
 */
export async function restoreEach<Restoring>(
  restorings: readonly Restoring[],
  restore: (restoring: Restoring) => Promise<EditResult>,
): Promise<RestoreResult> {
  const answers: EditResult[] = []
  for (const restoring of restorings) {
    try {
      answers.push(await restore(restoring))
    } catch (error) {
      if (answers.length === 0) throw error
      return { ...sumUp(answers), failure: error instanceof Error ? error.message : String(error) }
    }
  }
  return sumUp(answers)
}

function sumUp(answers: readonly EditResult[]): RestoreResult {
  const sum = (key: 'applied' | 'changed_meanwhile' | 'refused') =>
    answers.reduce((total, { summary }) => total + summary[key], 0)
  return {
    applied: sum('applied'),
    changedMeanwhile: sum('changed_meanwhile'),
    refused: sum('refused'),
    left: answers.flatMap(changedSince),
    edits: answers.flatMap(({ edit_id: edit }) => edit ?? []),
  }
}

export type AllColumns = Readonly<Record<EntityType, readonly GridColumn[]>>

interface DescribedChange {
  readonly name: string
  readonly before: string
  readonly after: string
}
export type DescribeChange = (change: Change, type: EntityType) => DescribedChange

export function isRestorable({ attribute }: Change, columns: readonly GridColumn[]): boolean {
  const column = columns.find(({ id }) => id === attribute)
  return column !== undefined && column.readOnlyReason === undefined
}

export function hasRestorable({ event, entity, changes }: EventRecord, columns: AllColumns): boolean {
  if (event !== 'entity.updated' || entity === null) return false
  return changes.some((change) => isRestorable(change, columns[entity.type]))
}

/** Groups entries by the day of this computer's time zone, in order. */
export function groupByDay<Entry>(
  entries: readonly Entry[],
  timeOf: (entry: Entry) => string,
): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = []
  for (const entry of entries) {
    const day = new Date(timeOf(entry)).toDateString()
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}
