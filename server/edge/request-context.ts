import type { Hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { Scope } from '#shared/scopes.ts'
import type { NeededRole } from '#shared/team.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { validationFailed } from '../catalog/errors.ts'
import type { IdempotencyKey } from '../catalog/connections/answer-once.ts'
import type { JobRunner } from '../workspaces/job-runner.ts'
import type { CalledThreads } from '../threads/pool.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import { type Caller, countedAs, personIdOf, roleOf, toActor, toVia } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticate`; reading it on a route without a credential is a programming error. */
    caller: Caller | null
    workspace: OpenWorkspace | null
    /** Set where the request has an `Idempotency-Key`. */
    idempotency: Idempotency | null
  }
  interface FastifyContextConfig {
    scopes?: readonly Scope[]
    role?: NeededRole
    proposes?: true
    /** A page that a link on another site may open; it carries nothing secret and changes nothing. */
    page?: boolean
    /** A team's server answers it under any name; its content does not depend on the caller. */
    anyHost?: boolean
    refusal?: boolean
    /** One route for all paths that other routes take. */
    everyPath?: boolean
  }
}

/** The key of a request; its digest grows while a form is read. */
export interface Idempotency {
  readonly owner: string
  readonly key: string
  readonly digest: Hash
}

export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('This route is reached without a credential.')
  return caller
}

export interface OpenWorkspace {
  readonly id: string
  readonly threads: CalledThreads
  readonly jobs: JobRunner
}

export function workspaceOf(request: FastifyRequest): CalledThreads {
  return openWorkspaceOf(request).threads
}

export function workspaceIdOf(request: FastifyRequest): string {
  return openWorkspaceOf(request).id
}

export function jobsOf(request: FastifyRequest): JobRunner {
  return openWorkspaceOf(request).jobs
}

export function openWorkspaceOf({ workspace }: FastifyRequest): OpenWorkspace {
  if (workspace === null) throw new Error('This route is reached without a workspace.')
  return workspace
}

/** The client of these reads: clients (in a team people) take turns, and reads end with the connection. */
export function readClient(request: FastifyRequest, { raw: response }: FastifyReply): ReadClient {
  return {
    key: countedAs(callerOf(request)),
    onGone(listener) {
      response.once('close', listener)
      return () => response.off('close', listener)
    },
  }
}

export function writeContext(request: FastifyRequest) {
  const caller = callerOf(request)
  const [role, person] = [roleOf(caller), personIdOf(caller)]
  return {
    actor: toActor(caller),
    via: toVia(caller),
    ...(role && { role }),
    ...(person && { person }),
    request_id: request.id,
    job_id: null,
    ...(request.idempotency && { idempotency: toKey(request.idempotency) }),
  }
}

function toKey({ owner, key, digest }: Idempotency): IdempotencyKey {
  return { owner, key, digest: digest.copy().digest('base64url') }
}

/** The workspace that a request of the app names; a request without one is refused. */
export function readWorkspaceHeader({ headers }: FastifyRequest): string {
  const id = headers[workspaceHeader]
  if (typeof id === 'string') return id.toLowerCase()
  throw validationFailed([
    {
      field: 'Vitrine-Workspace',
      ...issueSentence('Name the workspace by its id in the Vitrine-Workspace header.'),
    },
  ])
}

/**
 * Aborts when nobody waits for the answer any more. The server lets clients close their side of a
 * connection early; the page only does so to stop.
 */
export function endOf({ raw: response }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const { socket } = response
  const end = () => gone.abort()
  socket?.once('end', end)
  response.once('close', () => {
    socket?.off('end', end)
    end()
  })
  return gone.signal
}
