import { isTerminal, type Job } from '#shared/jobs.ts'
import { isObject } from '#shared/exact-json.ts'
import { awaitJob } from '../edge/await-job.ts'
import type { AuditEntries, AuditedCall } from '#shared/audited.ts'
import { type EntityResource, type EntityType, pluralOf } from '#shared/entities.ts'
import type { Pagination } from '#shared/paging.ts'
import type { AttributeClass, EffectiveClasses } from '#shared/schemas/attribute-classes.ts'
import type { AttributeDefinition, DescribedAttribute } from '#shared/schemas/attributes.ts'
import type { Channel, ChannelSummary } from '#shared/schemas/channels.ts'
import type { SavedAction } from '#shared/schemas/edits.ts'
import type { ScrapedSource } from '#shared/schemas/sources.ts'
import { type Scope, scopes as allScopes } from '#shared/scopes.ts'
import type { GridView } from '#shared/views.ts'
import { type Answer, parseAnswer } from '../catalog/answer.ts'
import type { FindSimilarValues } from '../catalog/similar-values/find-similar-values.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import { missingScopes, personIdOf, readableTypes, roleOf, toActor, type Caller } from '../edge/caller.ts'
import { findSimilarValuesFor } from '../edge/find-similar-values.ts'
import { mergingForbidden, refuseMissing } from '../edge/require-rights.ts'
import type { ToolSet } from './tool-set.ts'
import type { OpenWorkspace } from '../edge/request-context.ts'
import type { Automations } from '../automations/automations.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Providers } from '../providers/providers.ts'
import type { ModelThread } from '../threads/idle-thread.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'

type AnswerName = {
  [Name in OperationName]: OperationOutput<Name> extends Answer ? Name : never
}[OperationName]

interface Bodies {
  readonly describeAttributes: { readonly data: DescribedAttribute[] }
  readonly effectiveClasses: { readonly data: EffectiveClasses }
  readonly listAttributeClasses: { readonly data: AttributeClass[] }
  readonly listAttributes: { readonly data: AttributeDefinition[] }
  readonly listChannels: { readonly data: ChannelSummary[] }
  readonly listEntities: { readonly data: EntityResource[]; readonly pagination: Pagination }
  readonly listSavedActions: { readonly data: SavedAction[] }
  readonly listViews: { readonly data: GridView[] }
  readonly readChannel: { readonly data: Channel }
  readonly readScraped: { readonly data: ScrapedSource }
}

type BodyOf<Name> = Name extends keyof Bodies ? Bodies[Name] : object

export interface AgentParts {
  readonly caller: Caller
  readonly workspace: OpenWorkspace
  readonly client: ReadClient
  readonly requestId: string
  /** Set for a call that takes effect once, however often it is made. */
  readonly idempotency?: WriteContext['idempotency']
  readonly origin: string
  readonly uploadsDir: string
  readonly exportsDir: string
  readonly workspaceId: string
  readonly automations: Automations
  readonly feeds: Feeds
  readonly providers: Providers
  readonly models: ModelThread
  readonly maySpend: boolean
  /** Whether files are fetched from addresses of this network. */
  readonly mayFetchPrivately: boolean
  readonly toolSet: ToolSet
  readonly protocolVersion: string | undefined
  readonly mayMerge: boolean
  readonly record: (audited: AuditEntries, call: AuditedCall) => void
  /** Reserves memory for a result; throws where too many bytes wait to be fetched already. */
  readonly reserve: (bytes: number) => void
}

const longestMs = 60_000

/**
 * A body is held in memory this many times: it is read back, searched, and written twice, for models and
 * for programs.
 */
const timesHeld = 8

/** The caller with their rights, and the workspace of the call, for every tool, resource and prompt. */
export class Agent {
  readonly parts: AgentParts

  constructor(parts: AgentParts) {
    this.parts = parts
  }

  get context(): WriteContext {
    const { caller, requestId, idempotency } = this.parts
    const [role, person] = [roleOf(caller), personIdOf(caller)]
    const whose = { ...(role && { role }), ...(person && { person }) }
    const once = idempotency && { idempotency }
    return { actor: toActor(caller), via: 'mcp', ...whose, request_id: requestId, job_id: null, ...once }
  }

  /** The same agent for a call with an idempotency key. */
  withIdempotency(idempotency: WriteContext['idempotency']): Agent {
    return new Agent({ ...this.parts, idempotency })
  }

  async ask<N extends AnswerName>(name: N, input: OperationInput<N>): Promise<BodyOf<N>> {
    const { workspace, client } = this.parts
    const answer = (await workspace.threads.call(name, input, client)) as Answer
    this.reserve(answer.body.length)
    return parseAnswer<BodyOf<N>>(answer)
  }

  async findSimilarValues(asked: FindSimilarValues): Promise<object> {
    const { workspace, ...parts } = this.parts
    const signal = AbortSignal.timeout(longestMs)
    const answer = await findSimilarValuesFor({ ...parts, workspace: workspace.threads, signal }, asked)
    this.reserve(answer.body.length)
    return parseAnswer<object>(answer)
  }

  reserve(bytes: number): void {
    this.parts.reserve(bytes * timesHeld)
  }

  /** Runs a writing operation and returns its body, which is sent in any case. */
  async write<N extends AnswerName>(name: N, input: OperationInput<N>): Promise<BodyOf<N>> {
    const answer = (await this.parts.workspace.threads.call(name, input)) as Answer
    const { editId } = answer
    return { ...parseAnswer<BodyOf<N>>(answer), ...(editId !== undefined && { edit_id: editId }) }
  }

  /** The answer with its job as it is once it has ended, or after so many seconds. */
  async awaitJob(answer: object, seconds: number): Promise<object> {
    const job = jobIn(answer)
    const { workspace, client } = this.parts
    if (!job || seconds === 0) return answer
    const gone = new AbortController()
    client.onGone(() => gone.abort())
    const asked = { id: job.id, readable: this.readable, seconds, signal: gone.signal }
    const { data } = parseAnswer<{ data: Job }>(await awaitJob(workspace.threads, asked))
    return { ...answer, data: { ...job, ...data } }
  }

  get scopes(): readonly Scope[] {
    return allScopes.filter((scope) => this.holds(scope))
  }

  get readable(): readonly EntityType[] {
    return readableTypes(this.parts.caller)
  }

  holds(...scopes: readonly Scope[]): boolean {
    return missingScopes(this.parts.caller, scopes).length === 0
  }

  /** Throws insufficient_scope unless the credential holds every scope, and names all that are missing. */
  require(scopes: readonly Scope[]): void {
    refuseMissing(this.parts.caller, scopes)
  }

  /** Throws forbidden where the owner does not let agents merge entities. */
  requireMerging(): void {
    if (!this.parts.mayMerge) throw mergingForbidden()
  }

  async requireOf(access: 'read' | 'write', type: Promise<EntityType | undefined>): Promise<void> {
    const known = await type
    if (known !== undefined) this.require([`${access}:${pluralOf[known]}`])
  }
}

/** The job that an answer is about, while it runs; undefined for other answers. */
function jobIn(answer: object): Pick<Job, 'id' | 'status'> | undefined {
  const { data } = answer as { readonly data?: Partial<Job> }
  if (!isObject(data) || !isObject(data.progress)) return undefined
  const { id, status } = data
  return id !== undefined && status !== undefined && !isTerminal(status) ? { ...data, id, status } : undefined
}
