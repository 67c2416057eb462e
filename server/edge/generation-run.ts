import type { FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import type { NewGeneration } from '#shared/generations.ts'
import type { SentRun } from '../catalog/generation-runs/run-request.ts'
import { canSearchWeb } from '../providers/model-call.ts'
import { isFree, priceOf } from '../providers/prices.ts'
import type { Providers } from '../providers/providers.ts'
import { parseListParams } from './list-params.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import type { Services } from './services.ts'

/** A run with its provider and what a call of that costs, as the catalog takes it. */
export interface ProvidedRun extends SentRun {
  readonly provider: { readonly id: string; readonly canSearchWeb: boolean }
  readonly model: string
  readonly price: ReturnType<typeof priceOf>
  readonly isPaid: boolean
}

/** Finds the provider of a run, for providers belong to no workspace, and reads its filter; the catalog tells what is wrong. */
export function provideRun(
  providers: Providers,
  body: Partial<NewGeneration>,
  structural: readonly FieldError[],
): ProvidedRun {
  const { list, faults: wrong } = readRunFilter(body)
  const faults = [...structural, ...wrong]
  const row = providers.find(body.provider)
  const model = body.model ?? row?.models.text ?? null
  if (!row || model === null) {
    const fault = row ? noModel(row.name) : noProvider(body.provider)
    return { body, list, faults: [...faults, fault], ...nobody }
  }
  return {
    body,
    list,
    faults,
    provider: { id: row.id, canSearchWeb: canSearchWeb(row.kind) },
    model,
    price: priceOf(row, model),
    isPaid: !isFree(row, model, 'text'),
  }
}

/** Whether runs that cost something may be started: the owner may, and keys where the owner allows it for the workspace. */
export function maySpend(request: FastifyRequest, { settings }: Services): boolean {
  return callerOf(request).kind === 'owner' || settings.spendingOf(workspaceIdOf(request)).keys_may_spend
}

const nobody = { provider: { id: '', canSearchWeb: false }, model: '', price: null, isPaid: false }

function noProvider(name: string | undefined): FieldError {
  const message =
    name === undefined
      ? 'There is no provider of models yet. Add one in the app under Providers, or with vitrine provider add; a local model such as Ollama costs nothing.'
      : `There is no provider ${JSON.stringify(name)}. The owner lists them with vitrine provider list.`
  return { field: 'provider', issue: 'no_provider', message }
}

function noModel(name: string): FieldError {
  const message = `${name} names no model for texts. Send model, or say in the provider which one to take.`
  return { field: 'model', issue: 'required', message }
}

/** A filter is the query string of a list, or JSON as in bulk edits; undefined where none was sent. */
export function readRunFilter({
  filter,
  filter_join: join,
}: Pick<Partial<NewGeneration>, 'filter' | 'filter_join'>): { list: SentRun['list']; faults: FieldError[] } {
  if (filter === undefined) return { list: undefined, faults: [] }
  const text = typeof filter === 'string' ? filter.trim() : JSON.stringify(filter)
  const parameters = new URLSearchParams(text.startsWith('{') ? { filter: text } : text)
  if (join !== undefined) parameters.set('filter_join', join)
  const query = Object.fromEntries(
    [...new Set(parameters.keys())].map((key) => [key, parameters.getAll(key)]),
  )
  const { request, faults } = parseListParams(query, '')
  const { clauses, tree, q } = request
  const list = { clauses, join: request.join, ...(tree && { tree }), ...(q !== undefined && { q }) }
  return { list, faults }
}
