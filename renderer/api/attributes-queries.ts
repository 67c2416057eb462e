import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import type { AttributeConfig, AttributeCreate, AttributePatch } from '#shared/attributes.ts'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import type { ChosenSemanticType } from '#shared/schemas/app-surface.ts'
import { callWorkspace, type Api } from './client.ts'
import type { TriedDefinition } from './generations-queries.ts'
import type { AttributeClassPatch, NewAttributeClass } from '#shared/attribute-classes.ts'

export const attributesKey = (workspaceId: string) => ['attributes', workspaceId] as const

export function attributesQuery(api: Api, type: EntityType) {
  return queryOptions({
    queryKey: [...attributesKey(api.workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /attributes', { query: { type }, signal })).data
    },
    staleTime: Infinity,
  })
}

export async function createAttribute(api: Api, attribute: AttributeCreate): Promise<AttributeConfig> {
  return (await api.call('POST /attributes', { body: attribute })).data
}

/** The full definitions of one type, from the owner's surface: it has more members than the public list. */
export function attributeConfigsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...attributesKey(workspaceId), type, 'configs'] as const,
    queryFn: async ({ signal }) => {
      return (await callWorkspace(workspaceId, 'GET /attributes', { query: { type }, signal })).data
    },
    staleTime: Infinity,
  })
}

/** The meanings proposed for attributes that have no semantic type. */
export function proposedMeaningsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...attributesKey(workspaceId), type, 'meanings'] as const,
    queryFn: async ({ signal }) => {
      return (await callWorkspace(workspaceId, 'GET /semantic-types', { query: { type }, signal })).data
    },
  })
}

/** Gives attributes their meanings in one edit, whose id undoes it. */
export function chooseMeanings(
  workspaceId: string,
  type: EntityType,
  choices: readonly ChosenSemanticType[],
) {
  return callWorkspace(workspaceId, 'POST /semantic-types', { body: { type, choices: [...choices] } })
}

type AttributeName = Pick<AttributeConfig, 'key' | 'entity_type'>

/** Changes parts of a definition; throws refusals, conflicts with stored values among them. */
export async function updateAttribute(
  api: Api,
  { key, entity_type: type }: AttributeName,
  patch: AttributePatch,
): Promise<AttributeConfig> {
  return (await api.call('PATCH /attributes/{key}', { path: { key }, query: { type }, body: patch })).data
}

/** Turns pictures into a list of references to images, or back; returns the edit by which it is undone. */
export async function turnAttribute(
  api: Api,
  { key, entity_type: type, data_type: dataType }: AttributeName & Pick<AttributeConfig, 'data_type'>,
): Promise<string | undefined> {
  const body: AttributePatch =
    dataType === 'image'
      ? { data_type: 'entity_list_reference', reference: { type: 'image' } }
      : { data_type: 'image', reference: null }
  return (await api.call('PATCH /attributes/{key}', { path: { key }, query: { type }, body })).edit_id
}

export async function moveAttribute(
  workspaceId: string,
  { key, entity_type: type }: AttributeName,
  before: string | null,
): Promise<void> {
  await callWorkspace(workspaceId, 'POST /attributes/{key}/move', { path: { key }, body: { type, before } })
}

export async function deleteAttribute(
  workspaceId: string,
  { key, entity_type: type }: AttributeName,
): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /attributes/{key}', { path: { key }, query: { type } })
}

export function filledCountQuery(api: Api, { key, entity_type: type }: AttributeName) {
  return queryOptions({
    queryKey: ['filled', api.workspaceId, type, key] as const,
    queryFn: async ({ signal }) => {
      const params = [[`filter[${key}][exists]`, 'true']] as const
      return (await api.call(`GET /${pluralOf[type]}`, { query: { limit: 1 }, params, signal })).pagination
        .total
    },
  })
}

/** Returns the result of an unsaved formula for one entity, or its fault. */
export function formulaPreviewQuery(
  workspaceId: string,
  type: EntityType,
  formula: string,
  entityId: string | undefined,
) {
  return queryOptions({
    queryKey: ['formula-preview', workspaceId, type, formula, entityId] as const,
    queryFn: async ({ signal }) => {
      const body = { type, formula, ...(entityId !== undefined && { entity_id: entityId }) }
      return (await callWorkspace(workspaceId, 'POST /formula-preview', { body, signal })).data
    },
    enabled: formula.trim() !== '',
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Shows how an unsaved definition changes ten entities; fails while it has faults. */
export function attributePreviewQuery(workspaceId: string, { type, key, definition }: TriedDefinition) {
  return queryOptions({
    queryKey: [...attributesKey(workspaceId), 'preview', type, key, definition] as const,
    queryFn: async ({ signal }) => {
      const body = { type, definition, ...(key !== undefined && { key }) }
      return (await callWorkspace(workspaceId, 'POST /attribute-preview', { body, signal })).data
    },
    retry: false,
    gcTime: 0,
  })
}

export const classesKey = (workspaceId: string) => ['attribute-classes', workspaceId] as const

export function classesQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...classesKey(workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      return (await callWorkspace(workspaceId, 'GET /attribute-classes', { query: { type }, signal })).data
    },
  })
}

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

export async function updateClass(workspaceId: string, id: string, body: AttributeClassPatch): Promise<void> {
  await callWorkspace(workspaceId, 'PATCH /attribute-classes/{id}', { path: { id }, body })
}

export async function deleteClass(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /attribute-classes/{id}', { path: { id } })
}
