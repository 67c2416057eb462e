import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import type {
  FixResult,
  NewQualityRule,
  QualityFinding,
  QualityFix,
  QualityRule,
  QualityRulePatch,
  QualityTryRequest,
  Severity,
} from '#shared/quality.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'

export const qualityKey = (workspaceId: string) => ['quality', workspaceId] as const

export function qualityRulesQuery(api: Api, type: EntityType) {
  return queryOptions({
    queryKey: [...qualityKey(api.workspaceId), 'rules', type] as const,
    queryFn: async ({ signal }) => (await api.call('GET /quality/rules', { query: { type }, signal })).data,
  })
}

export function qualitySummaryQuery(api: Api, type: EntityType) {
  return queryOptions({
    queryKey: [...qualityKey(api.workspaceId), 'summary', type] as const,
    queryFn: async ({ signal }) => (await api.call('GET /quality/summary', { query: { type }, signal })).data,
  })
}

export interface FindingsFilter {
  readonly type: EntityType
  readonly rule?: string
  readonly severity?: Severity
  readonly attribute?: string
  readonly accepted?: boolean
}

export const findingsAPage = 50

export function findingsQuery(api: Api, asked: FindingsFilter) {
  return infiniteQueryOptions({
    queryKey: [...qualityKey(api.workspaceId), 'findings', asked] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call('GET /quality/findings', {
        query: { ...asked, limit: findingsAPage, ...(cursor !== '' && { cursor }) },
        signal,
      }),
    getNextPageParam: nextCursor,
  })
}

export function entityQualityQuery(api: Api, type: EntityType, id: string) {
  return queryOptions({
    queryKey: [...qualityKey(api.workspaceId), 'of', id] as const,
    queryFn: async ({ signal }) =>
      (await api.call(`GET /${pluralOf[type]}/{id}/quality`, { path: { id }, signal })).data,
  })
}

export async function fetchFindingsOf(api: Api, type: EntityType, id: string) {
  return (await api.call(`GET /${pluralOf[type]}/{id}/quality`, { path: { id } })).data.findings
}

export function qualityScoresQuery(api: Api, type: EntityType, by: string | undefined) {
  return queryOptions({
    queryKey: [...qualityKey(api.workspaceId), 'scores', type, by ?? ''] as const,
    queryFn: async ({ signal }) => {
      const query = { type, ...(by !== undefined && { by }) }
      return (await callWorkspace(api.workspaceId, 'GET /quality/scores', { query, signal })).data
    },
  })
}

export async function tryRule({ workspaceId }: Api, body: QualityTryRequest, signal: AbortSignal) {
  return (await callWorkspace(workspaceId, 'POST /quality/try', { body, signal })).data
}

export async function createRule(api: Api, body: NewQualityRule): Promise<QualityRule> {
  return (await api.call('POST /quality/rules', { body })).data
}

export async function updateRule(api: Api, id: string, body: QualityRulePatch): Promise<QualityRule> {
  return (await api.call('PATCH /quality/rules/{id}', { path: { id }, body })).data
}

export async function deleteRule({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /quality/rules/{id}', { path: { id } })
}

type NamedFinding = Pick<QualityFinding, 'rule' | 'attribute' | 'entity'>

function nameFinding({ rule, attribute, entity }: NamedFinding) {
  return { type: entity.type, rule, attribute, entity_id: entity.id }
}

export async function acceptFinding(api: Api, finding: NamedFinding, reason: string): Promise<void> {
  await api.call('POST /quality/findings/accept', { body: { ...nameFinding(finding), reason } })
}

export async function reopenFinding({ workspaceId }: Api, finding: NamedFinding): Promise<void> {
  await callWorkspace(workspaceId, 'POST /quality/findings/reopen', { body: nameFinding(finding) })
}

/** Starts the checks that SQL cannot make, on entities changed since the last run. */
export async function startChecks(api: Api, type: EntityType): Promise<Job> {
  return (await api.call('POST /quality/checks', { body: { type } })).data
}

/** Fixes values, or tries to; a large fix returns a job. */
export async function fixValues(api: Api, body: QualityFix, signal?: AbortSignal): Promise<FixResult | Job> {
  return (await api.call('POST /quality/fix', { body, ...(signal && { signal }) })).data
}
