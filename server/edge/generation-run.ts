import type { FastifyRequest } from 'fastify'
import type { FieldError } from '#shared/errors.ts'
import type { NewGeneration } from '#shared/generations.ts'
import type { Medium } from '#shared/providers.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import type { SentRun } from '../catalog/generation-runs/run-request.ts'
import type { ModelRequest, ValueModels } from '../catalog/generation-runs/value-models.ts'
import { chooseModels } from '../providers/choose-models.ts'
import { canSearchWeb } from '../providers/model-call.ts'
import type { Providers } from '../providers/providers.ts'
import { parseListParams } from './list-params.ts'
import { isTrusted } from './caller.ts'
import { callerOf, workspaceIdOf } from './request-context.ts'
import type { Services } from './services.ts'

export interface ProvidedRun extends SentRun {
  readonly provider: { readonly id: string; readonly name: string; readonly canSearchWeb: boolean }
  readonly model: string
  readonly models: ValueModels
}

export interface RunToProvide {
  readonly body: Partial<NewGeneration>
  readonly wishes: readonly ModelRequest[]
  readonly faults: readonly FieldError[]
}

/**
 * Finds the provider of a run, since providers belong to no workspace, and reads its filter; the catalog
 * reports faults.
 */
export function provideRun(
  providers: Providers,
  { body, wishes, faults: structural }: RunToProvide,
): ProvidedRun {
  const { list, faults: wrong } = readRunFilter(body)
  const run = { body, list, faults: [...structural, ...wrong] }
  const chosen = chooseModels(providers.eligible(body.provider), wishes, body.model)
  const fault = faultOf(chosen, body, wishes)
  if (!chosen || 'lacks' in chosen || fault)
    return { ...run, ...nobody, faults: [...run.faults, ...(fault ? [fault] : [])] }
  const { row, models } = chosen
  const { id, name, kind } = row
  const model = wishes.map(({ key }) => models[key]?.model).find((named) => named !== undefined) ?? ''
  return { ...run, provider: { id, name, canSearchWeb: canSearchWeb(kind) }, model, models }
}

function faultOf(
  chosen: ReturnType<typeof chooseModels>,
  { provider, model }: Partial<NewGeneration>,
  wishes: readonly ModelRequest[],
): FieldError | undefined {
  if (!chosen) return noProvider(provider)
  if ('lacks' in chosen) return noModel(chosen.row.name, chosen.lacks)
  const isMixed = new Set(wishes.map(({ medium }) => medium)).size > 1
  return model !== undefined && isMixed ? oneModel : undefined
}

/** Whether runs that cost something may be started: the owner and managers of a team may, and others where the owner allows it for the workspace. */
export function maySpend(request: FastifyRequest, { settings }: Services): boolean {
  return isTrusted(callerOf(request)) || settings.ofWorkspace(workspaceIdOf(request)).keys_may_spend
}

const nobody = { provider: { id: '', name: '', canSearchWeb: false }, model: '', models: {} }

function noProvider(name: string | undefined): FieldError {
  const sentence =
    name === undefined
      ? message('provider.none')
      : `There is no provider ${JSON.stringify(name)}. The owner lists them with vitrine provider list.`
  return { field: 'provider', issue: 'no_provider', ...asMessage(sentence) }
}

const made: Readonly<Record<Medium, string>> = { text: 'texts', image: 'pictures', video: 'videos' }

function noModel(name: string, medium: Medium): FieldError {
  const sentence = message('provider.no_model', { name, what: made[medium] })
  return { field: 'model', issue: 'required', ...sentence }
}

const oneModel: FieldError = {
  field: 'model',
  issue: 'invalid_value',
  message:
    'This run makes texts and pictures or videos, and one model does not make both. Leave model out, or start a run for each.',
}

/** A filter is the query string of a list, or JSON as in bulk edits; undefined where none was sent. */
export function readRunFilter({
  filter,
  filter_join: join,
}: {
  readonly filter?: unknown
  readonly filter_join?: string | undefined
}): { list: SentRun['list']; faults: FieldError[] } {
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
