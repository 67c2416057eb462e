import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema, TEnum } from 'typebox'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Route, PathParams } from '#shared/routes/route.ts'
import { validationFailed } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import type { JobRunner } from '../workspaces/job-runner.ts'
import type { CalledThreads } from '../threads/pool.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import { UnreadableBody } from './body-parser.ts'
import {
  type Paging,
  parseList,
  takeFilter,
  takeFilterText,
  takePaging,
  takeSearches,
} from './list-params.ts'
import { jobsOf, readClient, workspaceOf, writeContext } from './request-context.ts'
import type { Services } from './services.ts'
import { checkBody, type CheckedBody } from './structural-faults.ts'
import { type Parameter, wait } from '#shared/routes/parameters.ts'
import { guess } from '#shared/nearest.ts'
import { isOneOf } from '#shared/text.ts'
import { readQuery, type QueryReader } from './query-string.ts'

type BodyOf<R> = R extends { readonly body: infer B extends TSchema } ? Static<B> : unknown

/**
 * A write for the catalog: the body, its faults of form, which the catalog reports together with its own,
 * and the author.
 */
interface Write<R> {
  readonly body: BodyOf<R>
  readonly faults: FieldError[]
  readonly context: WriteContext
}

type ParameterValue<P> =
  P extends Parameter<infer S, infer Presence>
    ? Static<S> extends boolean
      ? boolean
      : Static<S> extends number
        ? number | (Presence extends 'optional' ? undefined : never)
        : Static<S> extends readonly unknown[]
          ? string[]
          : [S, Presence] extends [TEnum, 'required']
            ? Static<S>
            : string | undefined
    : never

type Apart<R, Q> =
  | (Q extends { readonly cursor: unknown } ? keyof Paging : never)
  | (R extends { readonly list: unknown } ? 'sort' : never)

type SeenQuery<R> = R extends { readonly query: infer Q }
  ? { readonly [N in Exclude<keyof Q, Apart<R, Q>>]: ParameterValue<Q[N]> }
  : object

interface Choices {
  readonly choices: ReturnType<typeof takeFilter>
  readonly searches: ReturnType<typeof takeSearches>
}

interface QueryRead {
  readonly values: Readonly<Record<string, unknown>>
  readonly paging: Paging | undefined
  readonly list: ListRequest | undefined
  readonly snapshot: string | undefined
  readonly choices: Choices | undefined
  readonly faults: FieldError[]
}

/** Reads the query string; throws where a parameter is missing or has another value than the allowed ones. */
function readRow(
  { query: named = {}, list, choices: takesChoices, mayWait }: Route,
  request: { readonly query: unknown; readonly url: string },
): QueryRead {
  const query = mayWait ? { ...named, wait } : named
  const reader = readQuery(request)
  const paging = query['cursor'] === undefined ? undefined : takePaging(reader)
  const own = Object.entries(query).filter(
    ([name]) => !(paging && pagingNames.has(name)) && !(list !== undefined && name === 'sort'),
  )
  const takesJoin = query['filter_join'] === undefined
  const values = Object.fromEntries(
    own.map(([name, parameter]) => [
      name,
      name === 'filter' && list === undefined
        ? takeFilterText(reader, takesJoin)
        : take(reader, name, parameter),
    ]),
  )
  const snapshot = typeof list === 'object' ? reader.takeOne('snapshot') : undefined
  const choices = takesChoices && {
    choices: takeFilter(reader, 'choice'),
    searches: takeSearches(reader),
  }
  const parsed = list === undefined ? { request: undefined, faults: reader.settle() } : parseList(reader)
  const wrong = own.flatMap(([name, parameter]) => faultOf(name, parameter, values[name]))
  if (wrong.length > 0) throw validationFailed([...parsed.faults, ...wrong])
  return { values, paging, list: parsed.request, snapshot, choices, faults: parsed.faults }
}

const pagingNames: ReadonlySet<string> = new Set(['limit', 'offset', 'cursor'] satisfies (keyof Paging)[])

function take(reader: QueryReader, name: string, { schema, presence }: Parameter): unknown {
  const { type, minimum, maximum, default: byDefault }: SchemaFacts = schema
  if (type === 'integer')
    return reader.takeInteger(name, byDefault, [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER])
  if (type === 'boolean') {
    const isSent = reader.names.includes(name)
    const value = reader.takeFlag(name)
    return isSent || presence !== 'optional' ? value : undefined
  }
  return type === 'array' ? reader.takeList(name) : reader.takeOne(name)
}

interface SchemaFacts {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

function faultOf(field: string, { schema, presence }: Parameter, value: unknown): FieldError[] {
  const { enum: choices }: SchemaFacts = schema
  if (presence !== 'required' || choices === undefined || isOneOf(choices, value)) return []
  const issue = value === undefined ? 'required' : 'invalid_value'
  const meant = typeof value === 'string' ? guess(value, choices) : {}
  return [{ field, issue, ...meant, acceptable_values: [...choices] }]
}

/**
 * A request with the data that its row describes. Each part is read when a handler first asks for it, and
 * none refuses the request for its form: an unknown id is answered before a fault of the query string or
 * the body, so both are handed on as `faults`.
 */
export class Call<K, R extends Route> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly services: Services
  readonly #route: R
  #query: QueryRead | undefined
  #body: CheckedBody<BodyOf<R>> | undefined

  constructor(route: R, services: Services, request: FastifyRequest, reply: FastifyReply) {
    this.#route = route
    this.services = services
    this.request = request
    this.reply = reply
  }

  get workspace(): CalledThreads {
    return workspaceOf(this.request)
  }

  get jobs(): JobRunner {
    return jobsOf(this.request)
  }

  get workspaceId(): string {
    return String(this.request.headers[workspaceHeader] ?? '').toLowerCase()
  }

  get client(): ReadClient {
    return readClient(this.request, this.reply)
  }

  get context(): WriteContext {
    return writeContext(this.request)
  }

  get params(): PathParams<K> {
    return this.request.params as PathParams<K>
  }

  get query(): SeenQuery<R> {
    return this.#read().values as SeenQuery<R>
  }

  /** How many seconds the client waits for the end of a job. */
  get waitSeconds(): number {
    return Number(this.#read().values['wait'] ?? 0)
  }

  get paging(): Paging {
    const { paging } = this.#read()
    if (paging === undefined) throw new Error(`The row of ${this.#route.id} has no paging.`)
    return paging
  }

  get list(): ListRequest {
    const { list } = this.#read()
    if (list === undefined) throw new Error(`The row of ${this.#route.id} is no list.`)
    return list
  }

  get snapshot(): string | undefined {
    return this.#read().snapshot
  }

  get choices(): Choices {
    const { choices } = this.#read()
    if (choices === undefined) throw new Error(`The row of ${this.#route.id} takes no choices.`)
    return choices
  }

  get queryFaults(): FieldError[] {
    return this.#read().faults
  }

  get body(): BodyOf<R> {
    return this.#check().body
  }

  get faults(): FieldError[] {
    const faults = this.queryFaults
    return this.#route.body === undefined ? faults : [...faults, ...this.#check().faults]
  }

  get write(): Write<R> {
    return { body: this.body, faults: this.faults, context: this.context }
  }

  /**
   * Does the same as `write`, where the path names nothing: a body that is no object is refused at once,
   * since the catalog has no further faults to add.
   */
  get newWrite(): Write<R> {
    if (!isObject(this.request.body)) throw validationFailed(this.faults)
    return this.write
  }

  /** Returns the body where no further code checks it; throws its faults at once. */
  checkedBody(): BodyOf<R> {
    const { body, faults } = this.#check()
    if (faults.length > 0) throw validationFailed(faults)
    return body
  }

  throwIfFaulty(): void {
    const { faults } = this
    if (faults.length > 0) throw validationFailed(faults)
  }

  #read(): QueryRead {
    return (this.#query ??= readRow(this.#route, this.request))
  }

  #check(): CheckedBody<BodyOf<R>> {
    const isLeftOut = this.#route.bodyIsOptional === true && this.request.body === undefined
    if (isLeftOut) this.#body ??= { body: {} as BodyOf<R>, faults: [] }
    return (this.#body ??= checkBody<BodyOf<R>>(this.request))
  }
}

function isObject(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof UnreadableBody)
  )
}
