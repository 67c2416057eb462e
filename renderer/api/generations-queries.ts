import { compareTexts } from '#shared/text-order.ts'
import { queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import { maxPassageProposals, type Provenance } from '#shared/proposals.ts'
import type { ProposalPassages, ReopenedProposal } from '#shared/schemas/proposals.ts'
import { callWorkspace, type Api } from './client.ts'
import type { AttributeCreate } from '#shared/attributes.ts'
import type { NewGeneration } from '#shared/generations.ts'
import type { Job } from '#shared/jobs.ts'
import type { TryOutcome } from '#shared/schemas/generations.ts'

export const reviewKey = (workspaceId: string) => ['review', workspaceId] as const

const restingMs = 15_000
const watchingMs = 2_500

/** Counts open proposals. They make no events, so the count is polled, more often for a type in review. */
export function reviewSummaryQuery({ workspaceId }: Api, type?: EntityType) {
  return queryOptions({
    queryKey: [...reviewKey(workspaceId), 'summary', type ?? ''] as const,
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /review/summary', { query: { ...(type && { type }) }, signal }))
        .data,
    refetchInterval: type ? watchingMs : restingMs,
  })
}

export interface ProposalsFilter {
  readonly type: EntityType
  readonly attribute?: string
  readonly job_id?: string
  readonly verified?: boolean
  readonly filter?: string
}

const pageSize = 100

export function fetchProposals(api: Api, asked: ProposalsFilter, cursor = '', limit = pageSize) {
  return api.call('GET /proposals', { query: { ...asked, limit, ...(cursor !== '' && { cursor }) } })
}

/** The passages around the quotes of the first twenty of some proposals. */
export async function fetchPassages(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<readonly ProposalPassages[]> {
  const query = { type, ids: ids.slice(0, maxPassageProposals) }
  return (await callWorkspace(workspaceId, 'GET /review/passages', { query })).data
}

/** A decision about one proposal; `if` is the seen value where another was there before. */
export interface ProposalDecision {
  readonly id: string
  readonly action: 'accept' | 'reject'
  readonly value?: unknown
  readonly if?: unknown
}

export async function decideProposals(api: Api, type: EntityType, decisions: readonly ProposalDecision[]) {
  const answer = await api.call('POST /proposals/decide', { body: { type, decisions: [...decisions] } })
  if (!('edit_id' in answer)) throw new TypeError('Only what a filter matches is decided by a job.')
  return answer
}

/** Accepts all matching open proposals; very many are accepted by a job. */
export function acceptProposals(api: Api, { type, ...where }: ProposalsFilter) {
  return api.call('POST /proposals/decide', { body: { type, action: 'accept', where } })
}

export async function reopenProposals(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<readonly ReopenedProposal[]> {
  return (await callWorkspace(workspaceId, 'POST /review/reopen', { body: { type, ids: [...ids] } })).data
}

const maxVendors = 200

export function vendorsQuery(api: Api) {
  return queryOptions({
    queryKey: ['vendors', api.workspaceId] as const,
    queryFn: async ({ signal }) =>
      (await api.call('GET /vendors', { query: { limit: maxVendors }, signal })).data,
    select: (vendors) => vendors.toSorted((one, other) => compareTexts(one.label ?? '', other.label ?? '')),
    staleTime: 30_000,
  })
}

/** The origin of one value; null where no model has made it. */
export function provenanceQuery(api: Api, type: EntityType, id: string, key: string) {
  return queryOptions({
    queryKey: [...reviewKey(api.workspaceId), 'provenance', type, id, key] as const,
    queryFn: async ({ signal }) => {
      const all: readonly Provenance[] = (
        await api.call(`GET /${pluralOf[type]}/{id}/provenance`, { path: { id }, signal })
      ).data
      const made = all.find(({ attribute }) => attribute === key)
      if (!made) return null
      const [passage] = await fetchPassages(api, type, [made.proposal_id])
      return { ...made, passages: passage?.passages ?? [] }
    },
    staleTime: 0,
  })
}

export function openForQuery(api: Api, type: EntityType, id: string, key: string) {
  return queryOptions({
    queryKey: [...reviewKey(api.workspaceId), 'open', type, id, key] as const,
    queryFn: async ({ signal }) => {
      const query = { type, entity_id: id, attribute: key, limit: maxPassageProposals }
      const { data } = await api.call('GET /proposals', { query, signal })
      const ids = data.map((proposal) => proposal.id)
      const found = ids.length === 0 ? [] : await fetchPassages(api, type, ids)
      const passages = new Map(found.map((each) => [each.id, each.passages]))
      return data.map((proposal) => ({ ...proposal, passages: passages.get(proposal.id) ?? [] }))
    },
    staleTime: 0,
  })
}

export interface TriedDefinition {
  readonly type: EntityType
  readonly key?: string | undefined
  readonly definition: AttributeCreate
}

function bodyOf({ type, key, definition }: TriedDefinition) {
  return { type, definition, ...(key !== undefined && { key }) }
}

export function triesEstimateQuery(workspaceId: string, tried: TriedDefinition, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['tries', workspaceId, tried, ids] as const,
    queryFn: async ({ signal }) => {
      const body = { ...bodyOf(tried), ids: [...ids] }
      return (await callWorkspace(workspaceId, 'POST /generation-tries/estimate', { body, signal })).data
    },
    enabled: ids.length > 0,
    retry: false,
    gcTime: 0,
  })
}

/** The prompts of an attribute with how much of what they proposed was accepted, the present one first. */
export function promptVersionsQuery(workspaceId: string, type: EntityType, key: string) {
  return queryOptions({
    queryKey: [...reviewKey(workspaceId), 'prompts', type, key] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { key }, query: { type }, signal }
      return (await callWorkspace(workspaceId, 'GET /attributes/{key}/prompts', input)).data
    },
  })
}

/** Tries a definition on one entity; only its cost is stored. */
export async function tryDefinition(
  workspaceId: string,
  tried: TriedDefinition,
  { id, budget, signal }: { readonly id: string; readonly budget?: number; readonly signal: AbortSignal },
): Promise<TryOutcome> {
  const body = { ...bodyOf(tried), id, ...(budget !== undefined && { budget }) }
  return (await callWorkspace(workspaceId, 'POST /generation-tries', { body, signal })).data
}

/** The extent and cost of a run; undefined for an empty one. */
export function estimateQuery(api: Api, body: NewGeneration | undefined) {
  return queryOptions({
    queryKey: ['generation-estimate', api.workspaceId, body] as const,
    queryFn: async ({ signal }) => {
      if (body === undefined) throw new Error('There is no run to price.')
      return (await api.call('POST /generations/estimate', { body, signal })).data
    },
    enabled: body !== undefined,
    retry: false,
    gcTime: 0,
  })
}

export async function startGeneration(api: Api, body: NewGeneration): Promise<Job> {
  return (await api.call('POST /generations', { body })).data
}
