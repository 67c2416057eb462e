import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Route } from '#shared/routes/route.ts'
import type { PathParams } from '#shared/routes/row-types.ts'
import { validationFailed } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import type { JobRunner } from '../workspaces/job-runner.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import { UnreadableBody } from './body-parser.ts'
import type { Paging } from './list-params.ts'
import { type Choices, readRow, type QueryRead, type SeenQuery } from './read-query.ts'
import { jobsOf, readClient, workspaceOf, writeContext } from './request-context.ts'
import type { Services } from './services.ts'
import { checkBody, type CheckedBody } from './structural-faults.ts'

type BodyOf<R> = R extends { readonly body: infer B extends TSchema } ? Static<B> : unknown

/** A write as the catalog takes it: the body, the faults of form, which it tells together with its own, and who writes. */
interface Write<R> {
  readonly body: BodyOf<R>
  readonly faults: FieldError[]
  readonly context: WriteContext
}

/**
 * A request with what its row says about it. Each part is read when a handler first asks for it, and none of them refuses the
 * request for its form: an id that nobody has is answered before a fault of the query string or the body, so both are handed
 * on as `faults`.
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

  /** The threads of the workspace that the request is about. */
  get workspace(): WorkspaceThreads {
    return workspaceOf(this.request)
  }

  get jobs(): JobRunner {
    return jobsOf(this.request)
  }

  /** The workspace that a request of the owner names. */
  get workspaceId(): string {
    return String(this.request.headers[workspaceHeader] ?? '').toLowerCase()
  }

  /** Whose reads these are. */
  get client(): ReadClient {
    return readClient(this.request, this.reply)
  }

  /** How the writes of this request appear in the change feed. */
  get context(): WriteContext {
    return writeContext(this.request)
  }

  get params(): PathParams<K> {
    return this.request.params as PathParams<K>
  }

  get query(): SeenQuery<R> {
    return this.#read().values as SeenQuery<R>
  }

  get paging(): Paging {
    const { paging } = this.#read()
    if (paging === undefined) throw new Error(`The row of ${this.#route.id} has no paging.`)
    return paging
  }

  /** What is asked of a list, where the row has `list`. */
  get list(): ListRequest {
    const { list } = this.#read()
    if (list === undefined) throw new Error(`The row of ${this.#route.id} is no list.`)
    return list
  }

  /** `new` or the id of a snapshot of a list, as sent. */
  get snapshot(): string | undefined {
    return this.#read().snapshot
  }

  /** What is chosen and searched for, where the row has `choices`. */
  get choices(): Choices {
    const { choices } = this.#read()
    if (choices === undefined) throw new Error(`The row of ${this.#route.id} takes no choices.`)
    return choices
  }

  get queryFaults(): FieldError[] {
    return this.#read().faults
  }

  /** The body without its faulty parts. */
  get body(): BodyOf<R> {
    return this.#check().body
  }

  /** Every fault of form, those of the query string first. */
  get faults(): FieldError[] {
    const faults = this.queryFaults
    return this.#route.body === undefined ? faults : [...faults, ...this.#check().faults]
  }

  get write(): Write<R> {
    return { body: this.body, faults: this.faults, context: this.context }
  }

  /** As `write`, where the path names nothing: of a body that is no object the catalog has nothing more to say. */
  get newWrite(): Write<R> {
    if (!isObject(this.request.body)) throw validationFailed(this.faults)
    return this.write
  }

  /** The body, where nobody behind the handler checks more of it; throws its faults at once. */
  checkedBody(): BodyOf<R> {
    const { body, faults } = this.#check()
    if (faults.length > 0) throw validationFailed(faults)
    return body
  }

  /** Throws the faults of form that are left to tell. */
  throwIfFaulty(): void {
    const { faults } = this
    if (faults.length > 0) throw validationFailed(faults)
  }

  #read(): QueryRead {
    return (this.#query ??= readRow(this.#route, this.request))
  }

  #check(): CheckedBody<BodyOf<R>> {
    return (this.#body ??= checkBody<BodyOf<R>>(this.request))
  }
}

function isObject(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && !Array.isArray(body) && !(body instanceof UnreadableBody)
  )
}
