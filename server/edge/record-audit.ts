import type { FastifyRequest } from 'fastify'
import { workspaceHeader } from '#shared/app-surface.ts'
import { type Audited, type AuditedCall, readSource } from '#shared/audited.ts'
import type { Doer } from '../access/audit-log.ts'
import type { Caller } from './caller.ts'
import { personIdOf, toActor } from './caller.ts'
import type { Services } from './services.ts'

type Auditing = Pick<Services, 'audit' | 'team'>

/** Who called, and where. */
export interface AuditedBy {
  readonly caller: Caller
  readonly workspaceId: string | null
  readonly address: string | null
}

/** Writes what a call has done into the audit list, as its row says. */
export function recordAudit(services: Auditing, audited: Audited, call: AuditedCall, by: AuditedBy): void {
  const { action, when, subject, workspace, details = {} } = audited
  if (when !== undefined && readSource(when, call) === undefined) return
  const told = Object.entries(details).flatMap(([name, source]) => {
    const text = readSource(source, call)
    return text === undefined ? [] : [[name, text] as const]
  })
  services.audit.note({
    action,
    by: doerOf(services, by.caller),
    workspaceId: (workspace && readSource(workspace, call)) ?? by.workspaceId,
    subject: (subject && readSource(subject, call)) ?? null,
    address: by.address,
    details: { ...Object.fromEntries(told), ...credentialOf(by.caller) },
  })
}

/** The workspace that a request is about, by its path or its header. */
export function auditedWorkspace({
  params,
  headers,
  routeOptions,
  workspace,
}: FastifyRequest): string | null {
  if (workspace !== null) return workspace.id
  const { id } = params as { readonly id?: string }
  if (id !== undefined && routeOptions.url?.includes('/workspaces/:id')) return id.toLowerCase()
  const named = headers[workspaceHeader]
  return typeof named === 'string' && named !== '' ? named.toLowerCase() : null
}

/** The person who does it, or whose key or agent does. */
function doerOf({ team }: Auditing, caller: Caller): Doer {
  const id = personIdOf(caller)
  if (id === undefined) return null
  const name = caller.kind === 'person' ? caller.person.name : team?.people.get(id)?.name
  return { id, name: name ?? '' }
}

/** The name of the key or agent by which it was done. */
function credentialOf(caller: Caller): Readonly<Record<string, string>> {
  const name = caller.kind === 'access' ? toActor(caller).name : null
  return name === null ? {} : { credential: name }
}
