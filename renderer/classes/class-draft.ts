import type { AttributeClass, AttributeClassPatch, NewAttributeClass } from '#shared/attribute-classes.ts'
import type { Requirement } from '#shared/channels.ts'
import type { EntityType } from '#shared/entities.ts'
import { foldText, keysOf } from '#shared/text.ts'
import { ApiError, describeFault } from '../api/api-error.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import type { Tree } from '../query/category-tree.ts'
import type { Token } from '../ui/token-picker.tsx'

export interface ClassDraft {
  readonly name: string
  readonly categoryIds: readonly string[]
  readonly attributes: AttributeClass['attributes']
}

export const emptyClassDraft: ClassDraft = { name: '', categoryIds: [], attributes: [] }

export type ClassFaults = Partial<Record<'name' | 'categories' | 'attributes' | 'general', string>>

export function toClassDraft({ name, category_ids: categoryIds, attributes }: AttributeClass): ClassDraft {
  return { name, categoryIds, attributes }
}

export function toNewClass(type: EntityType, draft: ClassDraft): NewAttributeClass {
  return { entity_type: type, ...toBody(draft) }
}

/** Returns the changed members only, so that nobody else's change is undone. */
export function toClassPatch(before: AttributeClass, draft: ClassDraft): AttributeClassPatch {
  const known = toBody(toClassDraft(before))
  const body = toBody(draft)
  const changed = keysOf(body).filter(
    (member) => JSON.stringify(body[member]) !== JSON.stringify(known[member]),
  )
  return Object.fromEntries(changed.map((member) => [member, body[member]]))
}

function toBody({ name, categoryIds, attributes }: ClassDraft) {
  return { name: name.trim(), category_ids: [...categoryIds], attributes: [...attributes] }
}

export function checkClassDraft({ name }: ClassDraft, takenNames: readonly string[]): ClassFaults {
  if (name.trim() === '') return { name: t('Enter a name.') }
  const isTaken = takenNames.some((taken) => foldText(taken) === foldText(name))
  return isTaken ? { name: t('Another class has this name. Choose another one.') } : {}
}

const places: readonly (readonly [string, keyof ClassFaults])[] = [
  ['name', 'name'],
  ['category_ids', 'categories'],
  ['attributes', 'attributes'],
]

export function explainClassRefusal(error: Error): ClassFaults {
  if (!(error instanceof ApiError) || error.fieldErrors.length === 0) return { general: error.message }
  const faults: ClassFaults = {}
  for (const fault of error.fieldErrors) {
    const part = places.find(([start]) => fault.field.startsWith(start))?.[1] ?? 'general'
    faults[part] = [faults[part], describeFault(fault)].filter(Boolean).join(' ')
  }
  return faults
}

const counted: Readonly<Record<Requirement, (count: string) => string>> = {
  required: (count) => t('{count} required', { count }),
  recommended: (count) => t('{count} recommended', { count }),
  optional: (count) => t('{count} optional', { count }),
}

export function describeRequirements(attributes: AttributeClass['attributes']): string {
  const counts = Map.groupBy(attributes, ({ requirement }) => requirement)
  const order: readonly Requirement[] = ['required', 'recommended', 'optional']
  return order
    .flatMap((requirement) => {
      const count = counts.get(requirement)?.length ?? 0
      return count === 0 ? [] : [counted[requirement](formatCount(count))]
    })
    .join(', ')
}

const maxFound = 100

/** A category with those above it: `Furniture › Chairs`. */
export function formatPath(tree: Tree, id: string): string {
  if (!tree.byId.has(id)) return t('A category that is not in the tree')
  return [...tree.above(id), id].map((each) => tree.byId.get(each)?.label ?? t('Without a name')).join(' › ')
}

/** The first hundred categories whose path has the text, from the top down. */
export function findCategories(tree: Tree, text: string): Token[] {
  const wanted = foldText(text)
  const found: Token[] = []
  for (const { node } of tree.rows(new Set(tree.byId.keys()))) {
    const label = formatPath(tree, node.id)
    if (foldText(label).includes(wanted)) found.push({ value: node.id, label })
    if (found.length === maxFound) break
  }
  return found
}
