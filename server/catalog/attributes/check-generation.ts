import { isEntityType } from '#shared/entities.ts'
import { toAttributeKey } from './key-of-name.ts'
import { type AttributeCreate, dataTypeTraits, freeAttributeKey } from '#shared/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import {
  type Attribute,
  type AttributeSet,
  attributesOf,
  isReference,
} from '../../store/tables/attributes.ts'
import type { Faults } from '../errors.ts'
import { isDataType } from './attribute-config.ts'
import { keysInPrompt } from '#shared/generations.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'

export function checkGeneration(
  db: ReadableDb,
  draft: AttributeCreate,
  errors: Faults,
  before?: Attribute,
): void {
  if (hasChanged(draft, before, 'ai_generated') || draft.data_type !== before?.dataType)
    checkWritable(draft, errors)
  if (!isEntityType(draft.entity_type)) return
  const attributes = attributesOf(db, draft.entity_type)
  const isSwitchedOn = draft.ai_generated === true && hasChanged(draft, before, 'ai_generated')
  if (isSwitchedOn || hasChanged(draft, before, 'custom_instructions'))
    checkPrompt(attributes, draft, errors, before)
  if (hasChanged(draft, before, 'required_dependencies'))
    checkKeys(attributes, 'required_dependencies', draft.required_dependencies, errors)
  if (hasChanged(draft, before, 'vision_image_attributes')) checkPictures(attributes, draft, errors)
}

type Field = 'ai_generated' | 'custom_instructions' | 'required_dependencies' | 'vision_image_attributes'

function hasChanged(draft: AttributeCreate, before: Attribute | undefined, field: Field): boolean {
  return before === undefined || JSON.stringify(draft[field]) !== JSON.stringify(before.extras[field])
}

function checkWritable({ ai_generated: isGenerated, data_type: type }: AttributeCreate, faults: Faults) {
  if (isGenerated && isDataType(type) && !dataTypeTraits[type].writable)
    faults.explain('ai_generated', 'invalid_value', notWritable)
}

function checkPrompt(
  attributes: AttributeSet,
  draft: AttributeCreate,
  faults: Faults,
  before?: Attribute,
): void {
  if (faults.hasErrorFor('custom_instructions')) return
  const self = before?.key ?? newAttributeKey(attributes, draft)
  const keys = keysInPrompt(draft.custom_instructions)
  const unknown = keys.find((key) => key !== self && !attributes.byKey.has(key))
  if (unknown !== undefined)
    return faults.addUnknown('custom_instructions', 'not_a_defined_attribute', unknown, attributes.byKey)
  const path = draft.ai_generated ? findCycle(attributes, keys, self) : undefined
  if (path) faults.explain('custom_instructions', 'circular_prompt', cycleMessage([self, ...path]))
}

export function newAttributeKey({ byKey }: AttributeSet, { key, name = '' }: AttributeCreate): string {
  return key ?? freeAttributeKey(toAttributeKey(name), (candidate) => byKey.has(candidate))
}

function findCycle({ byKey }: AttributeSet, keys: readonly string[], self: string): string[] | undefined {
  const seen = new Set<string>()
  for (const key of keys) {
    const way = findDependencyPath(byKey, key, self, seen)
    if (way) return way
  }
  return undefined
}

function checkKeys(
  { byKey }: AttributeSet,
  field: string,
  keys: readonly string[] | null | undefined,
  faults: Faults,
): void {
  if (faults.hasErrorFor(field)) return
  keys?.forEach((key, index) => {
    if (!byKey.has(key)) faults.addUnknown(`${field}[${index}]`, 'not_a_defined_attribute', key, byKey)
  })
}

function checkPictures(
  attributes: AttributeSet,
  { vision_image_attributes: keys }: AttributeCreate,
  faults: Faults,
): void {
  if (faults.hasErrorFor('vision_image_attributes')) return
  checkKeys(attributes, 'vision_image_attributes', keys, faults)
  keys?.forEach((key, index) => {
    const attribute = attributes.byKey.get(key)
    if (attribute && !holdsImages(attribute))
      faults.explain(`vision_image_attributes[${index}]`, 'invalid_value', noPictures)
  })
}

export function holdsImages(attribute: Pick<Attribute, 'traits' | 'extras'>): boolean {
  const { traits, extras } = attribute
  return traits.media === 'image' || (isReference(attribute) && extras.reference?.type === 'image')
}

const notWritable =
  'Values of this data type are computed, so that none can be generated. Leave ai_generated out, or change data_type.'
const noPictures =
  'This attribute holds no pictures. Name one of the data type image, or a reference to images.'

function cycleMessage(way: readonly string[]): Message {
  return message('attribute.prompt_circular', { way: way.join(' → ') })
}

interface DependencyNode {
  readonly key: string
  readonly extras: Pick<Attribute['extras'], 'ai_generated' | 'custom_instructions' | 'formula'>
}

export function dependencyKeys({ extras }: DependencyNode): readonly string[] {
  if (extras.formula) return formulaLanguage().keysIn(extras.formula)
  return extras.ai_generated ? keysInPrompt(extras.custom_instructions) : []
}

function findDependencyPath(
  byKey: ReadonlyMap<string, DependencyNode>,
  from: string,
  to: string,
  seen = new Set<string>(),
): string[] | undefined {
  if (from === to) return [from]
  const node = byKey.get(from)
  if (!node || seen.has(from)) return undefined
  seen.add(from)
  for (const key of dependencyKeys(node)) {
    const way = findDependencyPath(byKey, key, to, seen)
    if (way) return [from, ...way]
  }
  return undefined
}
