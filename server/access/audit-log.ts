import type { AuditAction, AuditEntry } from '#shared/schemas/team.ts'
import type { AuditEntryRow, AuditRequest } from '../registry/people-operations.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import { toIso } from '#shared/iso-times.ts'

export type AuditActor = { readonly id: string; readonly name: string } | null

export interface AuditInput {
  readonly action: AuditAction
  readonly by: AuditActor
  readonly workspaceId?: string | null
  readonly subject?: string | null
  readonly address?: string | null
  readonly details?: Readonly<Record<string, string>>
}

export interface AuditLogOptions {
  /** Records nothing in an installation without a team, where nobody reads the log. */
  readonly ofTeamOnly?: boolean
}

export class AuditLog {
  readonly #registry: RegistryThread
  readonly #now: () => number
  readonly #onError: (error: unknown) => void
  #lastWrite: Promise<void> = Promise.resolve()

  readonly #ofTeamOnly: boolean

  constructor(
    registry: RegistryThread,
    now: () => number,
    onError: (error: unknown) => void,
    { ofTeamOnly = false }: AuditLogOptions = {},
  ) {
    this.#registry = registry
    this.#ofTeamOnly = ofTeamOnly
    this.#now = now
    this.#onError = onError
  }

  /** Records an action without awaiting it, so that response times do not reveal it. */
  record({ action, by, workspaceId = null, subject = null, address = null, details = {} }: AuditInput): void {
    const entry = { at: this.#now(), action, personId: by?.id ?? null, personName: by?.name ?? null }
    const operation = this.#ofTeamOnly ? 'addAuditEntryOfTeam' : 'addAuditEntry'
    this.#lastWrite = this.#registry
      .call(operation, { ...entry, workspaceId, subject, address, details })
      .catch(this.#onError)
  }

  async list(request: AuditRequest): Promise<AuditEntry[]> {
    return (await this.#registry.call('listAudit', request)).map(toEntry)
  }

  settled(): Promise<void> {
    return this.#lastWrite
  }
}

function toEntry({ id, at, action, personId, personName, workspaceId, ...rest }: AuditEntryRow): AuditEntry {
  const { subject, address, details } = rest
  return {
    id,
    at: toIso(at),
    action,
    person: personId === null ? null : { id: personId, name: personName ?? '' },
    workspace_id: workspaceId,
    subject,
    address,
    details,
  }
}
