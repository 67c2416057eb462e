import { queryOptions } from '@tanstack/react-query'
import type { AttributeClassPatch, NewAttributeClass } from '#shared/attribute-classes.ts'
import type { EntityType } from '#shared/entities.ts'
import { callWorkspace } from './client.ts'

/** Everything that is asked about attribute classes stands under this key. */
export const classesKey = (workspaceId: string) => ['attribute-classes', workspaceId] as const

/** The attribute classes of one entity type, oldest first. */
export function classesQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...classesKey(workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      return (await callWorkspace(workspaceId, 'GET /attribute-classes', { query: { type }, signal })).data
    },
  })
}

/** What the products of one category show and need. */
export function categoryClassesQuery(workspaceId: string, categoryId: string) {
  return queryOptions({
    queryKey: [...classesKey(workspaceId), 'of', categoryId] as const,
    queryFn: async ({ signal }) => {
      const query = { type: 'category', of: 'product' } as const
      const input = { path: { id: categoryId }, query, signal }
      return (await callWorkspace(workspaceId, 'GET /attribute-classes/effective/{id}', input)).data
    },
  })
}

export async function createClass(workspaceId: string, body: NewAttributeClass): Promise<void> {
  await callWorkspace(workspaceId, 'POST /attribute-classes', { body })
}

/** Changes parts of a class; what is left out stays. */
export async function updateClass(workspaceId: string, id: string, body: AttributeClassPatch): Promise<void> {
  await callWorkspace(workspaceId, 'PATCH /attribute-classes/{id}', { path: { id }, body })
}

/** Removes a class; no attribute and no value is touched. */
export async function deleteClass(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /attribute-classes/{id}', { path: { id } })
}
