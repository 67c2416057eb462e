/**
 * Turns an attribute of the data type image into references to images and back, under one edit:
 *
 *     picture: files/3f2a….jpg  →  picture: [image "CH-100.jpg", whose file is files/3f2a….jpg]
 */
import type { Change } from '#shared/events.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { eachStoredValue } from '../../store/computed/attribute-values.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { DefinitionEvent } from '../../store/tables/edits.ts'
import { getEntityRow, listEntityRows, nextIdentity } from '../../store/tables/entities.ts'
import { holdersByAttribute, listTargets } from '../../store/tables/references.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { type Answer, jsonAnswer, parseAnswer } from '../answer.ts'
import { ensureImageAttributes, pictureAttribute } from '../attributes/image-attributes.ts'
import { updateAttribute, type UpdateAttributeRequest } from '../attributes/update-attribute.ts'
import { createFrom } from '../entities/create-entity.ts'
import { readStored, readValue } from '../entities/current-values.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

/** The value of an entity after the turn: the file of a picture, or the ids of images. */
interface TurnedValue {
  readonly entity: number
  readonly value: string | readonly string[]
}

/** Changes a definition as `updateAttribute` does, with pictures that are turned into references or back. */
export function changeAttributeDefinition(tx: WritableDb, request: UpdateAttributeRequest): Answer {
  const attribute = findTurned(tx, request)
  if (!attribute) return updateAttribute(tx, request)
  const context = { ...request.context, edit_id: request.context.edit_id ?? nextIdentity(tx).uuid }
  const isToImages = attribute.traits.media === 'image'
  const values = isToImages ? toImages(tx, attribute, context) : toFiles(tx, attribute)
  for (const { entity } of values) write(tx, attribute, { entity, value: isToImages ? null : [] }, context)
  const answer = updateAttribute(tx, { ...request, context })
  const turned = attributesOf(tx, attribute.entityType).byId.get(attribute.id) as Attribute
  const isList = turned.traits.shape === 'reference_list'
  for (const { entity, value } of values)
    write(
      tx,
      turned,
      { entity, value: isList || typeof value === 'string' ? value : (value[0] ?? null) },
      context,
    )
  const { data } = parseAnswer<{ data: unknown }>(answer)
  return jsonAnswer(answer.status, JSON.stringify({ data, edit_id: context.edit_id }))
}

/** The attribute that the request turns; undefined where it is about anything else. */
function findTurned(db: ReadableDb, { key, type, body }: UpdateAttributeRequest): Attribute | undefined {
  if (body.data_type === undefined) return undefined
  const types = turnedTypes.filter((each) => type === undefined || each === type)
  const [attribute, ...others] = types.flatMap((each) => attributesOf(db, each).byKey.get(key) ?? [])
  if (!attribute || others.length > 0) return undefined
  const isTurned = attribute.traits.media === 'image' ? isToImages(body) : isToFiles(attribute, body)
  return isTurned ? attribute : undefined
}

const turnedTypes = ['product', 'category', 'vendor', 'source'] as const

function isToFiles({ traits, extras }: Attribute, body: UpdateAttributeRequest['body']): boolean {
  const refers = traits.shape === 'reference' || traits.shape === 'reference_list'
  return refers && extras.reference?.type === 'image' && body.data_type === 'image'
}

function isToImages({ data_type: dataType, reference }: UpdateAttributeRequest['body']): boolean {
  const isReference = dataType === 'entity_reference' || dataType === 'entity_list_reference'
  return isReference && reference?.type === 'image'
}

/** The images of the stored pictures; those that the workspace does not have are made. */
function toImages(tx: WritableDb, attribute: Attribute, context: WriteContext): TurnedValue[] {
  const stored = [...eachStoredValue(tx, attribute)].filter(({ isTrashed }) => !isTrashed)
  if (stored.length === 0) return []
  const { name, picture } = ensureImageAttributes(tx, { hasAlt: false }, context)
  return stored.map(({ id, value: held }) => {
    const file = String(held)
    const [known] = findByComparable(tx, picture.id, foldText(file), 1)
    const image = known === undefined ? undefined : listEntityRows(tx, [known])[0]?.uuid
    if (image !== undefined) return { entity: id, value: [image] }
    const label = getEntityRow(tx, id).label ?? attribute.name
    const values = { [name.key]: nameOfFile(file, label), [picture.key]: file }
    const faults = new Faults()
    const writes = parseWrites(attributesOf(tx, 'image'), values, faults)
    const request = { type: 'image', parent: undefined, writes, given: values } as const
    return { entity: id, value: [createFrom(tx, request, faults, context).uuid] }
  })
}

/** The last part of an address or linked path; a stored file has no name, so it goes by its product. */
function nameOfFile(file: string, label: string): string {
  const last = file.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  const extension = /\.[a-z0-9]{1,5}$/i.exec(last)?.[0] ?? ''
  return file.startsWith('files/') || last === '' ? label + extension : last
}

/**
 * The files of the only images that entities refer to. Several, and images without a file, stay and make
 * the change be refused as one that loses values.
 */
function toFiles(tx: WritableDb, attribute: Attribute): TurnedValue[] {
  const picture = pictureAttribute(tx)
  const holders = tx.column<number>(
    `SELECT DISTINCT source FROM ${holdersByAttribute(tx)} WHERE attribute = ?`,
    attribute.id,
  )
  return holders.flatMap((entity) => {
    const [target, ...others] = listTargets(tx, entity, attribute.id)
    const [image] = target && picture && others.length === 0 ? listEntityRows(tx, [target.id]) : []
    const file = image && picture ? readValue(readStored(image).document, picture.key) : undefined
    return typeof file === 'string' && file !== '' ? [{ entity, value: file }] : []
  })
}

function write(
  tx: WritableDb,
  { entityType, key }: Attribute,
  { entity, value }: { readonly entity: number; readonly value: string | readonly string[] | null },
  context: WriteContext,
): void {
  const faults = new Faults()
  const writes = parseWrites(attributesOf(tx, entityType), { [key]: value }, faults)
  updateFrom(tx, getEntityRow(tx, entity), { type: entityType, parent: undefined, writes }, faults, context)
}

/** Whether a change of a definition was a turn of pictures. */
export function isTurn({ changes }: DefinitionEvent): boolean {
  return changes.some(
    ({ attribute, old, new: left }) => attribute === 'data_type' && (old === 'image' || left === 'image'),
  )
}

/** Turns back what an edit has turned, once the values that it wrote afterwards are taken back. */
export function turnBack(
  tx: WritableDb,
  turns: readonly DefinitionEvent[],
  sequence: number,
  context: WriteContext,
): void {
  for (const { key, type, changes, sequence: at } of turns) {
    const attribute = attributesOf(tx, type).byKey.get(key)
    const oldOf = (name: string): Change['old'] =>
      changes.find((change) => change.attribute === name)?.old ?? null
    const written = changes.find((change) => change.attribute === 'data_type')?.new
    if (at <= sequence || attribute?.dataType !== written) continue
    const body = {
      data_type: oldOf('data_type'),
      reference: oldOf('reference'),
    } as UpdateAttributeRequest['body']
    changeAttributeDefinition(tx, { key, type, body, faults: [], context })
  }
}
