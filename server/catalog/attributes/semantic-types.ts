import { holdsReferences } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { hasGtinCheckDigit } from '#shared/gtin.ts'
import type { ChosenSemanticType, ProposedSemanticType, SemanticReason } from '#shared/schemas/app-surface.ts'
import {
  isSemanticType,
  semanticTypeNames,
  semanticTypesOf,
  storedTypeOf,
  toWords,
  type SemanticType,
} from '#shared/semantic-types.ts'
import { semanticTypes, type UsualDefinition } from '#shared/semantic-type-table.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { countEntities, nextIdentity } from '../../store/tables/entities.ts'
import { countFilled, sampleValues } from '../../store/computed/sample-values.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer, jsonAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { writeMembers } from './merge-options.ts'

interface Candidate {
  readonly attribute: Attribute
  readonly type: SemanticType
  readonly reason: SemanticReason
  /** The surest is 0; of attributes with one meaning only the surest is proposed. */
  readonly rank: number
}

interface ProposeRequest {
  readonly type: EntityType
  readonly faults: readonly FieldError[]
}

/**
 * Proposes meanings for attributes that have no semantic type, by key, name, content and target, with how many entities
 * have a value and three of the values: 200 (work-surfaces.1.1).
 */
export function proposeSemanticTypes(db: ReadableDb, { type, faults }: ProposeRequest): Answer {
  new Faults(faults).throwIfAny()
  const { list } = attributesOf(db, type)
  const taken = new Set(list.flatMap(({ extras }) => extras.semantic_type ?? []))
  const open = list.filter(({ extras, traits }) => !extras.semantic_type && traits.shape !== 'inverse')
  const candidates = open
    .flatMap((attribute) => candidatesOf(db, attribute))
    .sort((a, b) => a.rank - b.rank || a.attribute.position - b.attribute.position)
  const proposed: Candidate[] = []
  for (const candidate of candidates) {
    if (taken.has(candidate.type) || proposed.some(({ attribute }) => attribute === candidate.attribute))
      continue
    taken.add(candidate.type)
    proposed.push(candidate)
  }
  const total = countEntities(db, type)
  const answers = proposed
    .sort((a, b) => a.attribute.position - b.attribute.position)
    .map((candidate) => describe(db, candidate, total))
  return dataAnswer(200, JSON.stringify(answers))
}

function describe(
  db: ReadableDb,
  { attribute, type, reason }: Candidate,
  total: number,
): ProposedSemanticType {
  const shown = sampleValues(db, attribute, 20).filter((value) => !value.startsWith(storedFile))
  const values = [...new Set(shown)].slice(0, 3)
  return {
    key: attribute.key,
    name: attribute.name,
    semantic_type: type,
    reason,
    filled: countFilled(db, attribute),
    total,
    values: values.map((value) => (value.length > maxShown ? `${value.slice(0, maxShown)}…` : value)),
  }
}

// A stored file is named by its digest, which tells nobody anything.
const storedFile = 'files/'

const maxShown = 80

const leastSure = 100

function candidatesOf(db: ReadableDb, attribute: Attribute): Candidate[] {
  const { key, name } = attribute
  const found = [
    ...candidatesByWords(attribute, key, 'key'),
    ...candidatesByWords(attribute, name, 'name'),
    ...candidateByTarget(attribute),
    ...candidateByContent(db, attribute),
  ]
  return found.filter(({ type }) => fits(attribute, type))
}

function candidatesByWords(attribute: Attribute, text: string, reason: 'key' | 'name'): Candidate[] {
  return [...semanticTypesOf(toWords(text).words)].flatMap(([word, rank]) => {
    const isStock = word === 'availability' && attribute.traits.family === 'number'
    const type = isStock ? 'stock' : storedTypeOf(text, word)
    return type === undefined ? [] : [{ attribute, type, reason, rank }]
  })
}

const typesByTarget: Partial<Record<EntityType, SemanticType>> = { vendor: 'vendor', category: 'category' }

function candidateByTarget(attribute: Attribute): Candidate[] {
  const { extras, traits, entityType } = attribute
  const target = holdsReferences(traits) ? extras.reference?.type : undefined
  if (target === undefined || target === entityType) return []
  const pictures = traits.shape === 'reference_list' ? 'gallery' : 'image'
  const type = target === 'image' ? pictures : typesByTarget[target]
  return type ? [{ attribute, type, reason: 'reference', rank: leastSure }] : []
}

function candidateByContent(db: ReadableDb, attribute: Attribute): Candidate[] {
  const type = typeOfContent(db, attribute)
  return type ? [{ attribute, type, reason: 'content', rank: leastSure + 1 }] : []
}

function typeOfContent(db: ReadableDb, attribute: Attribute): SemanticType | undefined {
  const { traits, dataType, extras, entityType } = attribute
  if (entityType !== 'product') return undefined
  const { kind } = extras.constraints
  if (kind === 'gtin' || holdsGtins(db, attribute)) return 'gtin'
  if (kind === 'file') return 'document'
  if (traits.media !== undefined) return traits.media
  return dataType === 'status' ? 'status' : undefined
}

const fewestGtins = 3
const gtinShare = 0.9

/** Short codes pass as GTIN-8 by chance, so that only long ones show a column of GTINs. */
function holdsGtins(db: ReadableDb, attribute: Attribute): boolean {
  if (attribute.dataType !== 'single_line_text_field') return false
  const values = sampleValues(db, attribute, 200)
  const valid = values.filter((value) => value.trim().length >= 12 && hasGtinCheckDigit(value))
  return valid.length >= fewestGtins && valid.length >= values.length * gtinShare
}

/** Whether values of the attribute can mean this: no text is a price, and vendors are no categories. */
function fits({ traits, extras, dataType }: Attribute, type: SemanticType): boolean {
  const usual: UsualDefinition = semanticTypes[type].usual
  if (holdsReferences(traits)) return targetOf(usual) === extras.reference?.type
  return traits.shape === 'computed' || dataType === usual.dataType || holdsTextsOf(traits, usual)
}

function targetOf({ target, dataType }: UsualDefinition): EntityType | undefined {
  return target ?? (dataType === 'image' ? 'image' : undefined)
}

/** Numbers are never kept as texts, but flags, dates, names of vendors and addresses of pictures are. */
function holdsTextsOf({ family, media }: Attribute['traits'], { dataType }: UsualDefinition): boolean {
  if (dataType === 'number') return family === 'number'
  return family === 'text' && media === undefined
}

interface ChooseRequest {
  readonly body: { readonly type: EntityType; readonly choices: readonly ChosenSemanticType[] }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Gives attributes their semantic types in one edit, all or none: 200 with its `edit_id`. */
export function chooseSemanticTypes(
  tx: WritableDb,
  { body, faults: structural, context }: ChooseRequest,
): Answer {
  const faults = new Faults(structural)
  faults.throwIfAny()
  const { byKey } = attributesOf(tx, body.type)
  const chosen = body.choices.flatMap(({ key, semantic_type: type }, index) => {
    const attribute = byKey.get(key)
    if (!attribute)
      faults.addUnknown(`choices[${index}].key`, 'not_a_defined_attribute', key, [...byKey.keys()])
    if (type !== null && !isSemanticType(type))
      faults.add(`choices[${index}].semantic_type`, 'invalid_value', semanticTypeNames, type)
    return attribute && (attribute.extras.semantic_type ?? null) !== type ? [{ attribute, type }] : []
  })
  faults.throwIfAny()
  const edit = { ...context, edit_id: context.edit_id ?? nextIdentity(tx).uuid }
  for (const { attribute, type } of chosen) {
    const old = attribute.extras.semantic_type ?? null
    writeMembers(tx, attribute, [{ attribute: 'semantic_type', old, new: type }], edit)
  }
  return jsonAnswer(
    200,
    JSON.stringify({ data: { changed: chosen.length }, edit_id: chosen.length === 0 ? null : edit.edit_id }),
  )
}
