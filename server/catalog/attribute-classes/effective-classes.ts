import type { EffectiveClasses } from '#shared/attribute-classes.ts'
import { type Requirement, requirementLevels } from '#shared/channels.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  type Attribute,
  attributesOf,
  isReference,
  type ClassRow,
  listClassRows,
} from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective, isLinks } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type EntityRow, getEntityRow, listStubRows, listWithAncestors } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'

export interface EffectiveRequest {
  /** The type of the entity; for a category `of` says which entities' classes are asked for. */
  readonly type: EntityType
  readonly id: string
  /** Only for a category; products by default. */
  readonly of?: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * Returns the attributes that an entity shows and requires by the classes of its categories and their
 * ancestors: 200. An attribute in no class is always shown; one only in other classes is hidden. The
 * strictest requirement counts. 404 before faults.
 */
export function effectiveClasses(db: ReadableDb, { type, id, of, faults }: EffectiveRequest): Answer {
  const row = getEntity(db, type, id)
  const noted = new Faults(faults)
  const asked = requireOneOf(entityTypes, 'of', of, noted)
  noted.throwIfAny()
  const isCategory = type === 'category'
  const entityType = isCategory ? (asked ?? 'product') : type
  const categories = listWithAncestors(db, isCategory ? [row.id] : findCategories(db, type, row))
  const classes = listClassRows(db, entityType)
  const applying = classes.filter(({ content }) => content.categories.some((one) => categories.includes(one)))
  const wanted = joinRequirements(applying)
  const elsewhere = joinRequirements(classes)
  const { list } = attributesOf(db, entityType)
  const isHidden = ({ uuid }: Attribute): boolean => elsewhere.has(uuid) && !wanted.has(uuid)
  const effective: EffectiveClasses = {
    entity: toStub(type, row),
    entity_type: entityType,
    category_ids: listStubRows(db, categories).map(([, uuid]) => uuid),
    classes: applying.map(({ uuid, key, name }) => ({ id: uuid, key, name })),
    attributes: list
      .filter((attribute) => !isHidden(attribute))
      .map(({ uuid, key, name, dataType }) => ({
        key,
        name,
        data_type: dataType,
        requirement: wanted.get(uuid) ?? null,
      })),
    hidden: list.filter(isHidden).map(({ key }) => key),
    missing: isCategory ? null : findMissing(db, row, { list, wanted }),
  }
  return dataAnswer(200, JSON.stringify(effective))
}

/** The classes of the categories of an entity and of those above them. */
export function classesOf(db: ReadableDb, type: EntityType, row: EntityRow): ClassRow[] {
  const categories = listWithAncestors(db, findCategories(db, type, row))
  return listClassRows(db, type).filter(({ content }) =>
    content.categories.some((one) => categories.includes(one)),
  )
}

/** Any attribute may refer to categories; a variant without any has those of its parent. */
function findCategories(db: ReadableDb, type: EntityType, row: EntityRow): number[] {
  const { list } = attributesOf(db, type)
  const plans = list.filter(refersToCategories).map((attribute) => getValuePlan(db, attribute))
  const [values] = readEffective(db, plans, [row.id]).values()
  const found = (values ?? []).flatMap((value) => (isLinks(value) ? value : []))
  if (found.length > 0 || row.parent === null) return found
  const parent = getEntityRow(db, row.parent)
  return parent.type === row.type ? findCategories(db, type, parent) : []
}

function refersToCategories(attribute: Attribute): boolean {
  return isReference(attribute) && attribute.extras.reference?.type === 'category'
}

function joinRequirements(classes: readonly ClassRow[]): ReadonlyMap<string, Requirement> {
  const strictest = new Map<string, Requirement>()
  for (const { attribute, requirement } of classes.flatMap(({ content }) => content.attributes)) {
    const known = strictest.get(attribute)
    if (known === undefined || requirementLevels.indexOf(requirement) < requirementLevels.indexOf(known))
      strictest.set(attribute, requirement)
  }
  return strictest
}

interface ClassAttributes {
  readonly list: readonly Attribute[]
  readonly wanted: ReadonlyMap<string, Requirement>
}

function findMissing(
  db: ReadableDb,
  { id }: EntityRow,
  { list, wanted }: ClassAttributes,
): EffectiveClasses['missing'] {
  const needed = list.flatMap((attribute) => {
    const requirement = wanted.get(attribute.uuid)
    return requirement === undefined || requirement === 'optional' ? [] : [{ attribute, requirement }]
  })
  const plans = needed.map(({ attribute }) => getValuePlan(db, attribute))
  const values = readEffective(db, plans, [id]).get(id) ?? []
  return needed
    .filter((_needed, index) => isBlank(values[index]))
    .map(({ attribute: { key }, requirement }) => ({ key, requirement }))
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

function toStub(type: EntityType, { uuid, label }: EntityRow): EffectiveClasses['entity'] {
  return { id: uuid, type, label }
}
