import type { Actor } from '#shared/events.ts'
import type { ChangedSince } from '#shared/jobs.ts'
import { describeAllChangedSince, nameActor } from '../../state/event-texts.ts'
import { formatAgo } from '../../ui/format-count.ts'
import { ApiError } from '../../api/api-error.ts'
import { moveToTrash, restoreFromTrash } from '../../api/changes-queries.ts'
import { showError, showSuccess, errorText, closeToast } from '../../ui/toast.tsx'
import { formatCell } from '../cells/registry.ts'
import type { LogEntry, Step } from '../data/edit-command.ts'
import { undoEdit, type EditAnswer, type EditOutcome } from '../data/edit-requests.ts'
import type { EntityCell, RefusedCell } from '../data/edit-overlay.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell } from '../model/selection.ts'
import { axesOf, select } from './navigation.ts'
import { rankOrder } from './rank-order.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'
import type { Job } from '#shared/jobs.ts'
import { undoImport } from '../../api/imports-queries.ts'

/** Undoes the person's last step. Values that others have changed since stay, and are reported. */
export function undo(session: GridSession): Promise<void> {
  return session.queue.follow(() => travel(session, directions().undo))
}

export function redo(session: GridSession): Promise<void> {
  return session.queue.follow(() => travel(session, directions().redo))
}

/** Reports a step and offers to undo it; after another step the offer is void. */
export function offerUndo(session: GridSession, title: string, description?: string): void {
  const entry = session.log.lastDone
  const takeBack = (): void => {
    if (session.log.lastDone === entry) return void undo(session)
    session.announce(t('Other edits have been made since. Undo reverts them one by one.'))
  }
  showSuccess(title, {
    subject: 'edit',
    ...(description !== undefined && { description }),
    ...(entry && { action: { label: t('Undo'), onPress: takeBack } }),
  })
}

interface Direction {
  readonly last: (session: GridSession) => LogEntry | undefined
  readonly move: (session: GridSession, counter: LogEntry | undefined) => void
  readonly done: string
  readonly nothing: string
  readonly failed: string
}

const directions = cachedByLanguage((): Readonly<Record<'undo' | 'redo', Direction>> => ({
  undo: {
    last: ({ log }) => log.lastDone,
    move: ({ log }, counter) => log.undone(counter),
    done: t('Undone'),
    nothing: t('There is nothing to undo.'),
    failed: t('This could not be undone'),
  },
  redo: {
    last: ({ log }) => log.lastUndone,
    move: ({ log }, counter) => log.redone(counter),
    done: t('Redone'),
    nothing: t('There is nothing to redo.'),
    failed: t('This could not be redone'),
  },
}))

async function travel(session: GridSession, direction: Direction): Promise<void> {
  const entry = nextEntry(session, direction)
  if (!entry) return session.announce(direction.nothing)
  const [first] = entry.steps
  if (first?.kind === 'import') {
    direction.move(session, undefined)
    return offerUndoOfImport(session, entry.label, first.jobId)
  }
  const done: Progress = { counters: [], left: [], changed: [], changedCount: 0, discarded: 0 }
  try {
    for (const step of [...entry.steps].reverse())
      takeDown(done, await session.queue.withRetries(() => takeBack(session, step)))
  } catch (error) {
    const isLost = error instanceof ApiError && error.status === 404
    if (isLost || done.counters.length > 0) direction.move(session, counterOf(entry, done.counters))
    return showError(direction.failed, { description: errorText(error), isPassing: true })
  }
  direction.move(session, counterOf(entry, done.counters))
  describeTaken(session, direction, entry, done)
}

function describeTaken(
  session: GridSession,
  direction: Direction,
  entry: LogEntry,
  { counters, left, changed, changedCount, discarded }: Progress,
): void {
  if (left.length > 0) showLeftCells(session, entry, left)
  else if (changed.length > 0) showLeft(session, describeLeft(session, changed, changedCount))
  if (counters.length + discarded > 0) showDone(session, direction, entry)
}

function nextEntry(session: GridSession, direction: Direction): LogEntry | undefined {
  for (;;) {
    const entry = direction.last(session)
    if (!entry || !isVoid(session, entry)) return entry
    direction.move(session, undefined)
  }
}

interface Progress {
  readonly counters: Step[]
  readonly left: EditOutcome[]
  /** The values that jobs which undid large edits have left. */
  readonly changed: ChangedSince[]
  changedCount: number
  discarded: number
}

function takeDown(
  done: Progress,
  { counter, left, changed = [], changedCount = 0, discarded = 0 }: UndoResult,
): void {
  if (counter) done.counters.push(counter)
  done.left.push(...left)
  done.changed.push(...changed)
  done.changedCount += changedCount
  done.discarded += discarded
}

/** An entry is void once its refusals were corrected or discarded. */
function isVoid({ overlay }: GridSession, { steps }: LogEntry): boolean {
  return steps.every((step) => step.kind === 'refused' && !step.cells.some((cell) => overlay.isRefused(cell)))
}

function counterOf(entry: LogEntry, steps: readonly Step[]): LogEntry | undefined {
  return steps.length === 0 ? undefined : { ...entry, steps }
}

interface UndoResult {
  readonly counter: Step | undefined
  readonly left: readonly EditOutcome[]
  readonly changed?: readonly ChangedSince[]
  readonly changedCount?: number
  readonly discarded?: number
}

async function takeBack(session: GridSession, step: Step): Promise<UndoResult> {
  // An import must not be undone with other steps, so its own undo is offered instead.
  if (step.kind === 'import') return { counter: undefined, left: [] }
  if (step.kind === 'refused') return discard(session, step.cells)
  if (step.kind === 'edit') return takeIn(session, await undoEdit(session.api, step.editId))
  if (step.kind === 'created') {
    for (const id of step.ids) session.overlay.clearEntity(id)
    await moveToTrash(session.api, step.type ?? session.type, step.ids)
  } else await restoreFromTrash(session.api, step.ids)
  session.source.get()?.refresh()
  return { counter: { ...step, kind: step.kind === 'created' ? 'trashed' : 'created' }, left: [] }
}

function discard({ overlay }: GridSession, cells: readonly RefusedCell[]): UndoResult {
  const shown = cells.filter((cell) => overlay.isRefused(cell))
  overlay.batch(() => {
    for (const { entityId, key } of shown) overlay.clear(entityId, [key])
  })
  return { counter: undefined, left: [], discarded: shown.length }
}

function takeIn(
  session: GridSession,
  { outcomes, editId, left: changed = [], leftCount: changedCount = 0 }: EditAnswer,
): UndoResult {
  const entities = outcomes.flatMap((outcome) => (outcome.status === 'applied' ? outcome.entity : []))
  if (entities.length > 0 && rankOrder(session) === undefined) session.source.get()?.replace(entities)
  else session.source.get()?.refresh()
  return {
    counter: editId === null ? undefined : { kind: 'edit', editId },
    left: outcomes.filter(({ status }) => status !== 'applied'),
    changed,
    changedCount,
  }
}

function showDone(session: GridSession, { done }: Direction, { label, cell }: LogEntry): void {
  const text = `${done}: ${label}`
  session.announce(`${text}.`)
  const row = cell && session.rowOf(cell.entityId)
  closeToast('edit')
  if (cell && row !== undefined && axesOf(session).columnIds.includes(cell.key)) {
    return select(session, selectCell({ row, columnId: cell.key }))
  }
  showSuccess(text, { subject: 'edit' })
}

function showLeftCells(session: GridSession, { cell }: LogEntry, left: readonly EditOutcome[]): void {
  const [first] = left
  const description = [
    ...(first ? [sentenceFor(session, first, cell)] : []),
    ...(left.length > 1 ? [t('And {count} more.', { count: left.length - 1 })] : []),
  ].join(' ')
  showLeft(session, description)
}

function describeLeft(session: GridSession, left: readonly ChangedSince[], count: number): string {
  return describeAllChangedSince(left, { count, nameOf: (key) => session.columnOf(key)?.name ?? key }) ?? ''
}

function showLeft(session: GridSession, description: string): void {
  showError(t('Not everything was undone'), { description, isPassing: true })
  session.announce(t('Not everything was undone. {description}', { description }))
}

function sentenceFor(session: GridSession, outcome: EditOutcome, cell: EntityCell | undefined): string {
  if (outcome.status === 'applied') return ''
  const label = labelOf(session, outcome.id)
  if (outcome.status === 'changed_meanwhile') return changedSentence(session, label, outcome, cell)
  return outcome.error.code === 'not_found'
    ? t('{label} is not there any more.', { label })
    : `${label}: ${outcome.error.message}`
}

function labelOf(session: GridSession, entityId: string): string {
  const row = session.rowOf(entityId)
  return (row === undefined ? undefined : session.rowAt(row)?.label) ?? t('A row')
}

function changedSentence(
  session: GridSession,
  label: string,
  { current, writers, writtenAt }: Extract<EditOutcome, { status: 'changed_meanwhile' }>,
  cell: EntityCell | undefined,
): string {
  const key = cell && cell.key in current ? cell.key : (Object.keys(current)[0] ?? '')
  const column = session.columnOf(key)
  const value = column ? formatCell(current[key] ?? null, column, session.context) : ''
  const name = column?.name ?? key
  return leftSentence({ name, label, value }, writers[key], writtenAt[key])
}

function leftSentence(
  cell: { readonly name: string; readonly label: string; readonly value: string },
  by: Actor | undefined,
  at: string | undefined,
): string {
  const isEmpty = cell.value === ''
  if (by === undefined || at === undefined)
    return isEmpty
      ? t('{name} of {label} is empty by now: somebody has changed it since, so it was left.', cell)
      : t('{name} of {label} is “{value}” by now: somebody has changed it since, so it was left.', cell)
  const changed = { ...cell, who: nameActor(by), ago: formatAgo(at) }
  return isEmpty
    ? t('{name} of {label} is empty by now: it was changed by {who} {ago}, so it was left.', changed)
    : t('{name} of {label} is “{value}” by now: it was changed by {who} {ago}, so it was left.', changed)
}

/** Adds an import to the history once, so that the next undo offers to undo it. */
export function rememberImport(session: GridSession, job: Job): void {
  const isKnown = session.log.lastDone?.steps.some((step) => step.kind === 'import' && step.jobId === job.id)
  if (isKnown !== true)
    session.log.add({ label: labelOfImport(job), steps: [{ kind: 'import', jobId: job.id }] })
}

function labelOfImport({ metadata: { file } }: Job): string {
  return typeof file === 'string' && file !== '' ? t('import of {file}', { file }) : 'import'
}

/** An import may be large and others may have edited its rows, so its undo asks first. */
function offerUndoOfImport(session: GridSession, label: string, jobId: string): void {
  const title = t('Undo the {label}?', { label })
  const description = t(
    'What it created goes to the trash, what it changed gets its old value. Values that somebody has changed since stay.',
  )
  const takeBack = async (): Promise<void> => {
    try {
      await undoImport(session.api, jobId)
      session.announce(t('The {label} is being undone.', { label }))
    } catch (error) {
      showError(t('The import was not undone'), { description: errorText(error) })
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
