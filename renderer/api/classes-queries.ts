import { queryOptions } from '@tanstack/react-query'
import type {
  AttributeClass,
  AttributeClassPatch,
  EffectiveClasses,
  NewAttributeClass,
} from '#shared/attribute-classes.ts'
import type { EntityType } from '#shared/entities.ts'
import { callApp } from './app-client.ts'

/** Everything that is asked about attribute classes stands under this key. */
export const classesKey = (workspaceId: string) => ['attribute-classes', workspaceId] as const

/** The attribute classes of one entity type, oldest first. */
export function classesQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...classesKey(workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      const options = { query: { type }, signal }
      const path = '/attribute-classes'
      return (await callApp<{ data: AttributeClass[] }>('GET', path, options, workspaceId)).data
    },
  })
}

/** What the products of one category show and need. */
export function categoryClassesQuery(workspaceId: string, categoryId: string) {
  return queryOptions({
    queryKey: [...classesKey(workspaceId), 'of', categoryId] as const,
    queryFn: async ({ signal }) => {
      const options = { query: { type: 'category', of: 'product' }, signal }
      const path = `/attribute-classes/effective/${categoryId}`
      return (await callApp<{ data: EffectiveClasses }>('GET', path, options, workspaceId)).data
    },
  })
}

export async function createClass(workspaceId: string, body: NewAttributeClass): Promise<void> {
  await callApp('POST', '/attribute-classes', { body }, workspaceId)
}

/** Changes parts of a class; what is left out stays. */
export async function updateClass(workspaceId: string, id: string, body: AttributeClassPatch): Promise<void> {
  await callApp('PATCH', `/attribute-classes/${id}`, { body }, workspaceId)
}

/** Removes a class; no attribute and no value is touched. */
export async function deleteClass(workspaceId: string, id: string): Promise<void> {
  await callApp('DELETE', `/attribute-classes/${id}`, {}, workspaceId)
}
