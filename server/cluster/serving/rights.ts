import type { FastifyInstance } from 'fastify'
import type { Workspace } from '#shared/app-surface.ts'
import type { Access } from '../../access/access.ts'
import type { SignedIn } from '../../access/team/team-access.ts'
import { workspaceNotFound } from '../../catalog/errors.ts'
import { authenticate } from '../../edge/authenticate.ts'
import type { AccessInRole, Caller } from '../../edge/caller.ts'
import { answerMisdirected, type PeerListener } from './peer-listener.ts'
import type { RateHeaders } from '../../edge/rate-limit.ts'
import { callerOf, readWorkspaceHeader } from '../../edge/request-context.ts'
import { enterWorkspace } from '../../edge/require-rights.ts'
import type { Services } from '../../edge/services.ts'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { NotHere } from '../../threads/channel.ts'
import type { Forwarder } from './forwarder.ts'

/**
 * The rights of a request's caller, as the server that has the lease reports them to another one:
 * identity, permissions and workspace.
 */

interface Rights {
  readonly access: Omit<Access, 'isValid'>
  readonly person?: SignedIn | undefined
  readonly workspace: Workspace
  readonly rate?: RateHeaders | undefined
}

const rightsPath = '/peer/v1/rights'
/** The number of requests that the other server has answered with its known rights. */
const answeredHeader = 'vitrine-answered'

/**
 * Tells other servers who makes a request, from its headers; requests that do not come by the port for
 * peers are refused.
 */
export async function rightsRoute(
  app: FastifyInstance,
  services: Services,
  listener: PeerListener,
): Promise<void> {
  app.get(rightsPath, { config: { anyHost: false } }, async (request, reply) => {
    if (!listener.owns(request)) {
      reply.hijack()
      return answerMisdirected(reply.raw)
    }
    authenticate(request, services)
    const known = callerOf(request)
    const id = known.kind === 'access' ? known.access.workspaceId : readWorkspaceHeader(request)
    enterWorkspace(request, services, id)
    const rate = services.rateLimit.count(callerOf(request), Number(request.headers[answeredHeader] ?? 0))
    return { ...describe(callerOf(request)), workspace: workspaceOf(services, id), rate } satisfies Rights
  })
}

function describe(caller: Caller): Pick<Rights, 'access' | 'person'> {
  if (caller.kind === 'owner' || !caller.access) throw workspaceNotFound()
  const { id, workspaceId, personId, scopes, expiresAt, actor, role, scopesAboveRole } = caller.access
  const { serviceAccount, credential } = caller.access
  const access = {
    id,
    workspaceId,
    scopes,
    expiresAt,
    actor,
    ...(personId !== undefined && { personId }),
    ...(serviceAccount !== undefined && { serviceAccount }),
    ...(credential !== undefined && { credential }),
    ...(role && { role }),
    ...(scopesAboveRole && { scopesAboveRole }),
  }
  return { access, ...(caller.kind === 'person' && { person: caller.person }) }
}

function workspaceOf({ workspaces }: Services, id: string): Workspace {
  const found = workspaces.list().find((workspace) => workspace.id === id)
  if (!found) throw workspaceNotFound()
  return found
}

function callerBy({ access: allowed, person }: Rights, isValid: () => boolean): Caller {
  const access = { ...allowed, isValid }
  return person ? { kind: 'person', person, access: access as AccessInRole } : { kind: 'access', access }
}

/** How long fetched rights count, and so how long a revoked key may still read. */
const rightsMs = 1000
const maxKnown = 2000
const answerMs = 2000
const maxBytes = 64 * 1024

interface CachedRights {
  readonly asking: Promise<Rights>
  readonly since: number
  answered: number
}

export interface KnownCaller {
  readonly caller: Caller
  readonly workspace: Rights['workspace']
  readonly rate: RateHeaders | undefined
}

export class KnownRights {
  readonly #forwarder: Forwarder
  readonly #known = new Map<string, CachedRights>()

  constructor(forwarder: Forwarder) {
    this.#forwarder = forwarder
  }

  /** Counts the request. Throws NotHere where it is to be refused, which is left to the other server. */
  async of(request: IncomingMessage): Promise<KnownCaller> {
    const headers = this.#forwarder.identityOf(request)
    if (!headers) throw new NotHere()
    const known = this.#current(JSON.stringify(headers), headers)
    const { rate, ...rights } = await known.asking
    const left = rate && leftOf(rate, known.answered)
    known.answered += 1
    const isValid = () => performance.now() < known.since + rightsMs
    return { caller: callerBy(rights, isValid), workspace: rights.workspace, rate: left }
  }

  forget(): void {
    this.#known.clear()
  }

  #current(key: string, headers: Record<string, string | string[]>): CachedRights {
    const before = this.#known.get(key)
    const since = performance.now()
    if (before && since < before.since + rightsMs) return before
    const known = { asking: this.#ask(headers, before?.answered ?? 0), since, answered: 0 }
    this.#known.delete(key)
    this.#known.set(key, known)
    // After a failure the next request asks again.
    known.asking.catch(() => this.#known.get(key) === known && this.#known.delete(key))
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest)
    return known
  }

  async #ask(headers: Record<string, string | string[]>, answered: number): Promise<Rights> {
    const forwarded = { ...headers, [answeredHeader]: String(answered) }
    const asked = this.#forwarder.ask(rightsPath, { headers: forwarded })
    if (!asked) throw new NotHere()
    asked.setTimeout(answerMs, () => asked.destroy())
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const text = await textOf(answer)
    if (answer.statusCode !== 200) throw new NotHere()
    return JSON.parse(text)
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  answer.setEncoding('utf8')
  for await (const chunk of answer) {
    text += chunk
    if (text.length > maxBytes) throw new NotHere()
  }
  return text
}

/** The rate without the requests answered here. Throws NotHere where nothing is left: the server that counts refuses the request. */
function leftOf(rate: RateHeaders, answered: number): RateHeaders {
  const left = rate['ratelimit-remaining'] - answered - 1
  if (left < 0) throw new NotHere()
  return { ...rate, 'ratelimit-remaining': left }
}
