import { ensureValueIndex } from '../../store/tables/indexes.ts'
import { type EntityType, parseUuid, pluralOf } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { getEntityRow } from '../../store/tables/entities.ts'
import { findByComparable } from '../../store/tables/values.ts'
import { defineAttribute } from '../attributes/define-attribute.ts'
import { createFrom } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findPicture, type NamedPicture, pictureValues, readPicture } from './named-pictures.ts'

/** What a cell that names an entity leads to: an id, or why there is none. `isMissing` where none has that name. */
export type ReferenceMatch =
  | { readonly id: string }
  | { readonly isMissing: true }
  | { readonly isMissing: false; readonly sentence: Sentence }

export interface ReferenceLookup {
  readonly type: EntityType
  /** The attribute by which they are found; without it the primary one. */
  readonly by: string | undefined
  readonly path: string | undefined
}

const maxNamesakes = 100

/**
 * Finds the entities that cells name by id, by key or by the steps of a path, and creates those that may be created. Remembers
 * what it found for one batch; `forget` after a rollback.
 */
export class ReferencedEntities {
  readonly #tx: WritableDb
  readonly #mayCreate: ReadonlySet<EntityType>
  readonly #context: WriteContext
  readonly #known = new Map<string, ReferenceMatch>()

  constructor(tx: WritableDb, mayCreate: ReadonlySet<EntityType>, context: WriteContext) {
    this.#tx = tx
    this.#mayCreate = mayCreate
    this.#context = context
  }

  find(look: ReferenceLookup, text: string): ReferenceMatch {
    const id = parseUuid(text.trim())
    if (id) return { id }
    const name = JSON.stringify([look, foldText(text)])
    const known = this.#known.get(name)
    if (known) return known
    const found = this.#look(look, text)
    if ('id' in found) this.#known.set(name, found)
    return found
  }

  forget(): void {
    this.#known.clear()
  }

  #look(look: ReferenceLookup, text: string): ReferenceMatch {
    const picture = look.type === 'image' && look.by === undefined ? readPicture(text) : undefined
    if (picture) return this.#picture(picture)
    return look.path === undefined ? this.#step(look, text, undefined) : this.#walk(look, text)
  }

  #picture(picture: NamedPicture): ReferenceMatch {
    const known = findPicture(this.#tx, picture)
    if (known !== undefined) return { id: known }
    if (!this.#mayCreate.has('image')) return missing
    return this.#store('image', pictureValues(this.#tx, picture, this.#context), undefined, picture.address)
  }

  #walk(look: ReferenceLookup, text: string): ReferenceMatch {
    const steps = text
      .split(look.path ?? '')
      .map((step) => step.trim())
      .filter((step) => step !== '')
    let found: ReferenceMatch = missing
    let parent: string | null = null
    for (const step of steps) {
      found = this.#step(look, step, parent)
      if ('isMissing' in found) return found
      parent = found.id
    }
    return found
  }

  #step({ type, by }: ReferenceLookup, text: string, parent: string | null | undefined): ReferenceMatch {
    const attribute = this.#attribute(type, by)
    if (!attribute) return { sentence: noName(type, by), isMissing: false }
    const rows = this.#namesakes(attribute, text).filter(
      (row) => parent === undefined || row.parent_uuid === parent,
    )
    const [row] = rows
    if (rows.length > 1) return { sentence: severalNamed(type, text), isMissing: false }
    if (row) return { id: row.uuid }
    return this.#mayCreate.has(type) ? this.#create(type, attribute.key, text, parent) : missing
  }

  #namesakes(attribute: Attribute, text: string) {
    ensureValueIndex(this.#tx, attribute.id)
    const ids = findByComparable(this.#tx, attribute.id, foldText(text), maxNamesakes)
    return ids.map((id) => getEntityRow(this.#tx, id))
  }

  #attribute(type: EntityType, by: string | undefined): Attribute | undefined {
    const { byKey, primary } = attributesOf(this.#tx, type)
    if (by !== undefined) return isLookedUp(byKey.get(by)) ? byKey.get(by) : undefined
    if (primary) return isLookedUp(primary) ? primary : undefined
    if (!this.#mayCreate.has(type) || byKey.has('name')) return undefined
    const body = {
      name: 'Name',
      key: 'name',
      entity_type: type,
      data_type: 'single_line_text_field',
      is_primary: true,
    } as const
    return defineAttribute(this.#tx, body, new Faults(), this.#context)
  }

  #create(type: EntityType, key: string, text: string, parent: string | null | undefined): ReferenceMatch {
    return this.#store(type, { [key]: text.trim() }, parent, text)
  }

  #store(
    type: EntityType,
    given: Readonly<Record<string, string>>,
    parent: string | null | undefined,
    text: string,
  ): ReferenceMatch {
    const faults = new Faults()
    try {
      const writes = parseWrites(attributesOf(this.#tx, type), given, faults)
      const request = { type, parent: parent ?? undefined, writes, given }
      return { id: createFrom(this.#tx, request, faults, this.#context).uuid }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      const sentence = `No ${type} is named "${text}", and one cannot be created: ${error.message}`
      return { sentence, isMissing: false }
    }
  }
}

/** What an import may create where a cell names it and it is not there. */
const creatableTypes: ReadonlySet<EntityType> = new Set(['vendor', 'category', 'image'])

/** Why a cell that names nothing of the workspace is refused, where the import cannot create what it names. */
export function describeMissing(
  { type, by: key = 'name' }: ReferenceLookup,
  isParent: boolean,
): Message | undefined {
  if (isParent) return message('cell.parent_not_imported', { type, key })
  return creatableTypes.has(type) ? undefined : message('cell.reference_not_imported', { type, key })
}

const missing: ReferenceMatch = { isMissing: true }

function isLookedUp(attribute: Attribute | undefined): boolean {
  return attribute?.traits.isFreeText === true
}

function noName(type: EntityType, by: string | undefined): string {
  const what = by === undefined ? 'no name' : `no text attribute ${by}`
  return `${capital(pluralOf[type])} have ${what} to find them by. Give ids, or name an attribute with \`by\`.`
}

function severalNamed(type: EntityType, text: string): Message {
  return message('cell.reference_name_ambiguous', { plural: pluralOf[type], text })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
