import {
  dataTypeTraits,
  isReferenceType,
  type AttributeCreate,
  type Constraints,
  type DataType,
} from '#shared/attributes.ts'
import { type EntityType, entityTypeNamed } from '#shared/entities.ts'
import { currencyNamed, isCurrencyCode } from '#shared/currencies.ts'
import { hasCurrency, type Kind } from '#shared/kinds.ts'
import type { SemanticType } from '#shared/semantic-types.ts'
import { semanticTypes, type UsualDefinition } from '#shared/semantic-type-table.ts'
import { foldText } from '#shared/text.ts'
import { findUnit } from '#shared/units.ts'
import {
  type GenerationDraft,
  type GenerationFaults,
  generationParts,
  noGeneration,
  toGenerationMembers,
} from '../generation/generation-draft.ts'
import { findNameFault } from '../query/columns.ts'
import { type AttributeKind, isQuantity, typeOf } from '../query/data-types.ts'
import { t } from '../ui/text.ts'

export interface OptionDraft {
  readonly id: string
  readonly name: string
  readonly color: string
}

export interface AttributeDraft {
  readonly name: string
  readonly dataType: DataType
  readonly kind: Kind | undefined
  readonly currency: string
  readonly options: readonly OptionDraft[]
  readonly target: EntityType | ''
  readonly via: string
  readonly lookedUp: string
  readonly inverseOf: string
  readonly formula: string
  readonly isPrimary: boolean
  readonly isRequired: boolean
  readonly isUnique: boolean
  readonly unit: string
  readonly min: string
  readonly max: string
  readonly decimals: string
  readonly meaning: SemanticType | ''
  readonly generation: GenerationDraft
}

export const emptyDraft: AttributeDraft = {
  name: '',
  dataType: 'single_line_text_field',
  kind: undefined,
  currency: '',
  options: [],
  target: '',
  via: '',
  lookedUp: '',
  inverseOf: '',
  formula: '',
  isPrimary: false,
  isRequired: false,
  isUnique: false,
  unit: '',
  min: '',
  max: '',
  decimals: '',
  meaning: '',
  generation: noGeneration,
}

export type DraftFaults = Partial<Record<keyof AttributeDraft | 'general', string>> & GenerationFaults

/** The part of the dialog for each field of the request; the longest prefix comes first. */
export const attributeParts: readonly (readonly [string, keyof DraftFaults])[] = [
  ['name', 'name'],
  ['key', 'name'],
  ['data_type', 'dataType'],
  ['acceptable_values', 'options'],
  ['constraints.colors', 'options'],
  ['constraints.kind', 'dataType'],
  ['constraints.currency', 'currency'],
  ['constraints.min', 'min'],
  ['constraints.max', 'max'],
  ['constraints.decimals', 'decimals'],
  ['constraints.unit', 'unit'],
  ['reference.via', 'via'],
  ['reference.attribute', 'lookedUp'],
  ['reference', 'target'],
  ['formula', 'formula'],
  ['is_primary', 'isPrimary'],
  ['semantic_type', 'meaning'],
  ...generationParts,
]

export function tryParts<Part>(
  parts: readonly (readonly [string, Part])[],
): readonly (readonly [string, Part])[] {
  return parts.map(([field, part]) => [`definition.${field}`, part])
}

export function checkDraft(draft: AttributeDraft, takenNames: readonly string[] = []): DraftFaults {
  const faults: DraftFaults = {}
  const nameFault = findNameFault(draft.name, takenNames)
  if (nameFault !== undefined) faults.name = nameFault
  const options = checkOptions(draft)
  if (options !== undefined) faults.options = options
  if (isReferenceType(draft.dataType) && draft.target === '') {
    faults.target = t('Choose what the reference points to.')
  }
  Object.assign(faults, checkPath(draft))
  if (draft.dataType === 'formula' && draft.formula.trim() === '') {
    faults.formula = t('Write a formula, such as {{price}} * 2.')
  }
  Object.assign(faults, checkKind(draft))
  return isQuantity(dataTypeTraits[draft.dataType]) ? { ...faults, ...checkLimits(draft) } : faults
}

function checkKind({ kind, currency, unit }: AttributeDraft): DraftFaults {
  const isMissing = currency.trim() === '' && kind === 'price_tiers'
  if (hasCurrency(kind) && !isMissing && !isCurrencyCode(currency.trim()))
    return { currency: t('Enter a currency by its code of three letters, such as EUR.') }
  return kind === 'measure' && findUnit(unit)?.symbol !== unit ? { unit: t('Choose a unit.') } : {}
}

/** Applies a data type or kind to a draft; amounts keep the old currency or unit. */
export function chooseType(
  chosen: AttributeKind,
  { unit, currency }: AttributeDraft,
): Partial<AttributeDraft> {
  const type = typeOf(chosen)
  if (hasCurrency(type.kind) && currency === '') return { ...type, currency: currencyNamed(unit) ?? '' }
  return type.kind === 'measure' ? { ...type, unit: findUnit(unit)?.symbol ?? '' } : type
}

/** A meaning for a new attribute brings its usual data type, unit and target, and its name where there is none. */
export function chooseMeaning(
  meaning: SemanticType | '',
  draft: AttributeDraft,
  nameOf: (meaning: SemanticType) => string,
): Partial<AttributeDraft> {
  if (meaning === '') return { meaning }
  const { dataType, kind, unit, target }: UsualDefinition = semanticTypes[meaning].usual
  return {
    meaning,
    ...(draft.name.trim() === '' && { name: nameOf(meaning) }),
    ...chooseType(kind ?? dataType, { ...draft, unit: unit ?? draft.unit }),
    ...(target && { target }),
  }
}

function checkPath({ dataType, via, lookedUp, inverseOf }: AttributeDraft): DraftFaults {
  if (dataType === 'inverse_reference')
    return inverseOf === '' ? { inverseOf: t('Choose the reference to reverse.') } : {}
  if (dataType !== 'reference_lookup') return {}
  if (via === '') return { via: t('Choose the reference to look through.') }
  return lookedUp === '' ? { lookedUp: t('Choose what to show.') } : {}
}

function checkOptions({ dataType, options }: AttributeDraft): string | undefined {
  if (!takesOptions(dataType)) return undefined
  const names = namesOf(options)
  if (names.some((name) => name.includes(','))) return t('An option cannot contain a comma.')
  if (new Set(names.map(foldText)).size < names.length) return t('Two options have the same name.')
  return names.length === 0 && dataTypeTraits[dataType].options === 'required'
    ? t('Add at least one option.')
    : undefined
}

function checkLimits({ min, max, decimals }: AttributeDraft): DraftFaults {
  const faults: DraftFaults = {}
  if (Number.isNaN(Number(min))) faults.min = t('Enter a number, or leave it empty.')
  if (Number.isNaN(Number(max))) faults.max = t('Enter a number, or leave it empty.')
  if (min.trim() !== '' && max.trim() !== '' && Number(min) > Number(max)) {
    faults.max = t('The maximum is below the minimum.')
  }
  if (!/^(\d|1[0-5])?$/.test(decimals.trim())) faults.decimals = t('Enter a whole number from 0 to 15.')
  return faults
}

/** The body of the request that creates the attribute; parts that do not concern its data type are left out. */
export function toAttributeCreate(type: EntityType, draft: AttributeDraft): AttributeCreate {
  const { name, dataType, options, formula, isPrimary } = draft
  const reference = toReference(draft)
  const constraints = toConstraints(draft)
  return {
    name: name.trim(),
    entity_type: type,
    data_type: dataType,
    ...(takesOptions(dataType) ? { acceptable_values: namesOf(options).join(', ') } : {}),
    ...(reference ? { reference } : {}),
    ...(dataType === 'formula' ? { formula: formula.trim() } : {}),
    ...(isPrimary && canBePrimary(dataType) ? { is_primary: true } : {}),
    ...(draft.meaning !== '' && { semantic_type: draft.meaning }),
    ...(Object.keys(constraints).length > 0 ? { constraints } : {}),
    ...(draft.generation.isGenerated && toGenerationMembers(draft.generation, dataType)),
  }
}

function toReference({
  dataType,
  target,
  via,
  lookedUp,
  inverseOf,
}: AttributeDraft): AttributeCreate['reference'] {
  if (isReferenceType(dataType)) return target === '' ? undefined : { type: target }
  if (dataType === 'reference_lookup') return via === '' ? undefined : { via, attribute: lookedUp }
  if (dataType !== 'inverse_reference' || inverseOf === '') return undefined
  const [named, attribute = ''] = inverseOf.split(' ')
  const type = entityTypeNamed(named)
  return type && { attribute, type }
}

export function inverseName(type: EntityType, key: string): string {
  return `${type} ${key}`
}

function takesOptions(dataType: DataType): boolean {
  return dataTypeTraits[dataType].options !== 'none'
}

export function canBePrimary(dataType: DataType): boolean {
  return dataTypeTraits[dataType].isFreeText
}

export function canBeRequired(dataType: DataType): boolean {
  return dataTypeTraits[dataType].writable
}

export function canBeUnique(dataType: DataType): boolean {
  const { isFreeText, isLong } = dataTypeTraits[dataType]
  return (isFreeText && !isLong) || isQuantity(dataTypeTraits[dataType])
}

function toConstraints(draft: AttributeDraft): Constraints {
  const { dataType, isRequired, isUnique } = draft
  return {
    ...(isRequired && canBeRequired(dataType) ? { required: true } : {}),
    ...(isUnique && canBeUnique(dataType) ? { unique: true } : {}),
    ...(takesOptions(dataType) ? toColors(draft) : {}),
    ...(isQuantity(dataTypeTraits[dataType]) ? toLimits(draft) : {}),
    ...(draft.kind === undefined ? {} : { kind: draft.kind }),
    ...(hasCurrency(draft.kind) && draft.currency.trim() !== '' ? { currency: draft.currency.trim() } : {}),
  }
}

function toColors({ options }: AttributeDraft): Constraints {
  const pairs = options.map(({ name, color }) => [name.trim(), color]).filter(([name]) => name !== '')
  return pairs.length > 0 ? { colors: Object.fromEntries(pairs) } : {}
}

function toLimits({ kind, unit, min, max, decimals }: AttributeDraft): Constraints {
  const numbers = Object.entries({ min, max, decimals })
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => [name, Number(text)])
  return {
    ...(unit.trim() === '' || hasCurrency(kind) ? {} : { unit: unit.trim() }),
    ...Object.fromEntries(numbers),
  }
}

function namesOf(options: readonly OptionDraft[]): string[] {
  return options.map(({ name }) => name.trim()).filter((name) => name !== '')
}

const palette = ['#4f6bed', '#2f9e6b', '#e08a1e', '#d6496c', '#8a55d7', '#1f93b0', '#b59410', '#7a8494']

export function newOption(name: string, position: number): OptionDraft {
  return { id: crypto.randomUUID(), name, color: palette[position % palette.length] ?? '' }
}
