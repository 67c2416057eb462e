import type { EntityResource, EntityType, ReferenceStub } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { createEntity } from '../../api/entities-queries.ts'
import type { Api } from '../../api/client.ts'
import type { PanelProps } from './cell-type.ts'
import { type NewOption, useNewEntry } from './new-option.tsx'
import { toStub } from './reference-search.ts'
import { labelOf } from './stubs.ts'

/** What is little more than its name may be made where it is referred to. */
const creatable: readonly EntityType[] = ['vendor', 'category']

interface EntitySearch {
  readonly entities: readonly EntityResource[]
  readonly isSettled: boolean
}

/** The typed text as a new vendor or category, where none is called so; it can be taken back. */
export function useNewEntity(
  { column, context, text, isTyped }: PanelProps,
  { entities, isSettled }: EntitySearch,
): NewOption<ReferenceStub> {
  const type = column.referenceType
  const name = text.trim()
  const isOffered =
    isTyped &&
    isSettled &&
    name !== '' &&
    type !== undefined &&
    creatable.includes(type) &&
    !entities.some((entity) => foldText(labelOf(entity)) === foldText(name))
  return useNewEntry(isOffered ? name : undefined, async (label) => {
    const stub = toStub(await createNamed(context.api, type ?? 'vendor', label))
    context.onCreated?.(stub)
    return stub
  })
}

async function createNamed(api: Api, type: EntityType, name: string): Promise<EntityResource> {
  const { data: attributes } = await api.call('GET /attributes', { query: { type } })
  const primary = attributes.find(({ is_primary: isPrimary }) => isPrimary)
  if (!primary) throw new Error(`There is no attribute that names a ${type} yet. Add one first.`)
  return createEntity(api, type, { [primary.key]: name })
}
