import type { EntityType } from '#shared/entities.ts'
import { isObject } from '#shared/exact-json.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { createComment } from '../comments/write-comments.ts'
import { shownValues } from '../entities/current-values.ts'
import type { WriteContext } from '../events/record-event.ts'
import { addNotice, type NewNotice } from '../job-queue/automation-ends.ts'

interface Comments {
  readonly type: EntityType
  readonly text: string
  /** How many entities the run is over, for `{{count}}`. */
  readonly count: number
  readonly context: WriteContext
}

/** Leaves a comment on each entity, with its values in the text. */
export function commentOn(
  tx: WritableDb,
  { type, text, count, context }: Comments,
  ids: readonly number[],
): void {
  for (const row of listEntityRows(tx, ids)) {
    const [filled] = fillText(tx, text, [row], count)
    const body = { type, entity_id: row.uuid, text: filled ?? text }
    createComment(tx, { body, people: [], faults: [], context })
  }
}

interface NoticeOrder {
  readonly people: readonly string[]
  readonly text: string
  readonly count: number
  readonly subject: NewNotice['subject']
  /** The first entities of the run, whose values stand in the text. */
  readonly ids: readonly number[]
}

// So many entities of a run are named in a notice.
export const maxNamed = 5

/** Leaves a notice for each person, or for everybody where the owner is named. */
export function notifyPeople(tx: WritableDb, { people, text, count, subject, ids }: NoticeOrder): void {
  const filled = [...new Set(fillText(tx, text, listEntityRows(tx, ids), count))].join(' · ')
  for (const person of people)
    addNotice(tx, {
      kind: 'automation.notify',
      text: filled === '' ? text : filled,
      subject,
      ...(person !== 'owner' && { person }),
    })
}

const placeholder = /\{\{\s*([^{}]+?)\s*\}\}/g

/** A text for each entity, with its values and the number of all in the place of `{{key}}` and `{{count}}`. */
function fillText(
  db: ReadableDb,
  text: string,
  rows: ReturnType<typeof listEntityRows>,
  count: number,
): string[] {
  const keys = [...text.matchAll(placeholder)].map(([, key = '']) => key).filter((key) => key !== 'count')
  const fill = (values: Readonly<Record<string, unknown>>) =>
    text.replaceAll(placeholder, (_, key: string) => (key === 'count' ? String(count) : toText(values[key])))
  if (keys.length === 0) return [fill({})]
  return rows.map((row) => fill(shownValues(db, row, keys)))
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (isObject(value)) return typeof value['label'] === 'string' ? value['label'] : ''
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : JSON.stringify(value)
}
