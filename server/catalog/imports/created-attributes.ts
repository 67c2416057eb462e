/** The attributes that an import has made go when nothing is left of what it was for. */
import { parseJson } from '../../store/database/json.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { isHeldByOthers } from '../../store/computed/attribute-values.ts'
import { type Attribute, attributesOf, listClassRows } from '../../store/tables/attributes.ts'
import { listChannelStates } from '../../store/tables/channels.ts'
import { listJobAttributes } from '../../store/tables/edits.ts'
import { listViewRows } from '../../store/tables/views.ts'
import type { KeptAttribute } from '#shared/jobs.ts'
import { message, type Message, referenceOf, textOf } from '#shared/messages/message.ts'
import { deleteAttribute } from '../attributes/delete-attribute.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

/** The attributes that jobs have made and that are still there. */
export function listCreatedAttributes(db: ReadableDb, jobs: readonly string[]): Attribute[] {
  return listJobAttributes(db, jobs).flatMap(({ key, type }) => attributesOf(db, type).byKey.get(key) ?? [])
}

/** Deletes an attribute that one of the jobs has made, or tells why it stays: something else holds a value of it, or uses it. */
export function dropCreatedAttribute(
  tx: WritableDb,
  attribute: Attribute,
  { jobs, context }: { readonly jobs: readonly string[]; readonly context: WriteContext },
): KeptAttribute | undefined {
  const { key, entityType: type } = attribute
  const reason = isHeldByOthers(tx, attribute, jobs)
    ? message('attribute.has_other_values')
    : findUse(tx, attribute)
  if (reason !== undefined) return { key, type, reason: textOf(reason), ...referenceOf(reason) }
  try {
    deleteAttribute(tx, { key, type, faults: [], context })
    return undefined
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { key, type, reason: error.message, ...referenceOf(error.sentence) }
  }
}

function findUse(db: ReadableDb, { key, uuid, entityType: type }: Attribute): Message | undefined {
  const view = listViewRows(db, type).find(({ definition }) => names(parseJson(definition), key))
  if (view) return message('attribute.used_by_view', { name: view.name })
  const owner = listClassRows(db, type).find(({ content }) =>
    content.attributes.some(({ attribute }) => attribute === uuid),
  )
  if (owner) return message('attribute.used_by_class', { name: owner.name })
  const channels = [...listChannelStates(db)].find(([, { decided }]) => [...decided.values()].includes(uuid))
  return channels && message('attribute.used_by_channel', { name: channels[0] })
}

function names(value: unknown, key: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((part) => names(part, key))
  return value === key
}

/** Takes back the attributes of an import that has written no row; gives the keys of those that stay. */
export function dropUnusedAttributes(
  tx: WritableDb,
  { job, context }: { readonly job: string; readonly context: WriteContext },
): string[] {
  const created = listCreatedAttributes(tx, [job])
  return created
    .filter((attribute) => dropCreatedAttribute(tx, attribute, { jobs: [job], context }))
    .map(({ key }) => key)
}
