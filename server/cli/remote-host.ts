import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { type ApiKey, type Consent, type Workspace, workspaceHeader } from '#shared/app-surface.ts'
import type { ErrorEnvelope } from '#shared/errors.ts'
import type { Backup } from '#shared/backups.ts'
import type { ImportUpload } from '#shared/imports.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { Restored } from '#shared/schemas/backups.ts'
import type { IssuedApiKey } from '../access/api-keys.ts'
import type { Finding } from '#shared/app-surface.ts'
import type {
  CatalogHost,
  ConsentApproval,
  ExportRun,
  ExportSave,
  ImportRun,
  NewKey,
} from './catalog-host.ts'
import { CommandError, UsageError } from './command.ts'
import { saveFile } from './save-file.ts'
import { tellFaults } from './tell-faults.ts'

export interface ServerAddress {
  readonly origin: string
  readonly session: string
}

const answerWithinMs = 5000

/** The server that runs on the data folder; undefined where none answers (what a killed one left behind counts as none). */
export async function findRunningServer(
  read: (name: string) => Promise<string>,
): Promise<ServerAddress | undefined> {
  let address: ServerAddress
  try {
    const { origin } = JSON.parse(await read('server.json')) as { origin: string }
    address = { origin, session: (await read('session.key')).trim() }
  } catch {
    return undefined
  }
  const response = await fetch(`${address.origin}/app/v1/session`, {
    headers: { authorization: `Bearer ${address.session}` },
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch(() => undefined)
  // Another program may have taken the port of a server that was killed: then the folder is free.
  return response?.ok ? address : undefined
}

const pollMs = 200

/** A data folder that a running server has open, worked with over HTTP. */
export class RemoteHost implements CatalogHost {
  readonly #server: ServerAddress

  constructor(server: ServerAddress) {
    this.#server = server
  }

  listWorkspaces(): Promise<Workspace[]> {
    return this.#call('GET', '/app/v1/workspaces')
  }

  createWorkspace(name: string, sample: boolean): Promise<Workspace> {
    return this.#call('POST', '/app/v1/workspaces', { json: { name, sample } })
  }

  openWorkspaceFile(file: string): Promise<Workspace> {
    return this.#call('POST', '/app/v1/workspaces/open', { json: { file } })
  }

  listKeys({ id }: Workspace): Promise<ApiKey[]> {
    return this.#call('GET', `/app/v1/workspaces/${id}/keys`)
  }

  createKey({ id }: Workspace, key: NewKey): Promise<IssuedApiKey> {
    return this.#call('POST', `/app/v1/workspaces/${id}/keys`, { json: key })
  }

  revokeKey({ id }: Workspace, keyId: string): Promise<ApiKey> {
    return this.#call('DELETE', `/app/v1/workspaces/${id}/keys/${encodeURIComponent(keyId)}`)
  }

  listConsents(): Promise<Consent[]> {
    return this.#call('GET', '/app/v1/consents')
  }

  async approveConsent(code: string, approval: ConsentApproval): Promise<void> {
    await this.#call('POST', `/app/v1/consents/${encodeURIComponent(code)}/approve`, { json: approval })
  }

  async importFile(workspace: Workspace, { file, options, onProgress, signal }: ImportRun): Promise<Job> {
    const form = new FormData()
    form.append('file', await openAsBlob(file), basename(file))
    const upload = await this.#call<ImportUpload>('POST', '/app/v1/import-uploads', { form, workspace })
    const path = `/app/v1/import-uploads/${upload.id}`
    try {
      const { id } = await this.#call<Job>('POST', `${path}/import`, { json: options, workspace })
      return await this.#follow(workspace, id, { onProgress, signal })
    } finally {
      await this.#call('DELETE', path, { workspace })
    }
  }

  async saveErrors(workspace: Workspace, { id }: Job, target: string): Promise<void> {
    const response = await this.#send('GET', `/api/v1/jobs/${id}/errors`, { workspace })
    await saveAnswer(response, target)
  }

  async undoImport(
    workspace: Workspace,
    id: string,
    run: Pick<ImportRun, 'onProgress' | 'signal'>,
  ): Promise<Job> {
    const path = `/app/v1/jobs/${encodeURIComponent(id)}/undo`
    const job = await this.#call<Job>('POST', path, { json: {}, workspace })
    return this.#follow(workspace, job.id, run)
  }

  async export(workspace: Workspace, { body, ...run }: ExportRun): Promise<Job> {
    const { id } = await this.#call<Job>('POST', '/api/v1/exports', { json: body, workspace })
    return this.#follow(workspace, id, run)
  }

  async saveExport(workspace: Workspace, { id }: Job, { target, part }: ExportSave): Promise<void> {
    const response = await this.#send('GET', `/api/v1/exports/${id}/${part}`, { workspace })
    await saveAnswer(response, target)
  }

  /** Resolves with a job when it has ended; an abort cancels it. */
  async #follow(
    workspace: Workspace,
    id: string,
    { onProgress, signal }: Pick<ImportRun, 'onProgress' | 'signal'>,
  ): Promise<Job> {
    let isStopping = false
    for (;;) {
      const job = await this.#call<Job>('GET', `/api/v1/jobs/${id}`, { workspace })
      onProgress(job)
      if (isTerminal(job.status)) return job
      if (signal.aborted && !isStopping) {
        isStopping = true
        await this.#call('POST', `/app/v1/jobs/${id}/cancel`, { json: {}, workspace })
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  async check({ id }: Workspace): Promise<Finding[]> {
    const { findings } = await this.#call<{ findings: Finding[] }>('POST', `/app/v1/workspaces/${id}/check`, {
      json: {},
    })
    return findings
  }

  async backup({ id }: Workspace, file: string): Promise<void> {
    await this.#call('POST', `/app/v1/workspaces/${id}/backup`, { json: { file } })
  }

  listBackups({ id }: Workspace): Promise<Backup[]> {
    return this.#call('GET', `/app/v1/workspaces/${id}/backups`)
  }

  createBackup({ id }: Workspace): Promise<Backup> {
    return this.#call('POST', `/app/v1/workspaces/${id}/backups`)
  }

  restoreBackup({ id }: Workspace, backup: string): Promise<Restored> {
    return this.#call('POST', `/app/v1/workspaces/${id}/backups/${encodeURIComponent(backup)}/restore`)
  }

  async close(): Promise<void> {}

  async #call<T>(method: string, path: string, content: Content = {}): Promise<T> {
    const response = await this.#send(method, path, content)
    const answer = (await response.json()) as { data: T } | ErrorEnvelope
    if ('error' in answer) throw toError(answer)
    return answer.data
  }

  #send(method: string, path: string, { json, form, workspace }: Content): Promise<Response> {
    const { origin, session } = this.#server
    return fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${session}`,
        ...(json && { 'content-type': 'application/json' }),
        ...(workspace && { [workspaceHeader]: workspace.id }),
      },
      body: form ?? (json ? JSON.stringify(json) : null),
    }).catch((error: unknown) => {
      throw new CommandError('The running server ended before it answered. Try again.', { cause: error })
    })
  }
}

interface Content {
  readonly json?: object
  readonly form?: FormData
  readonly workspace?: Workspace
}

async function saveAnswer(response: Response, target: string): Promise<void> {
  if (!response.ok || !response.body) throw toError((await response.json()) as ErrorEnvelope)
  await saveFile(Readable.from(response.body), target)
}

/** What was refused as invalid was typed by whoever called. */
function toError({ error }: ErrorEnvelope): UsageError | CommandError {
  if (error.code !== 'validation_failed') return new CommandError(error.message)
  return new UsageError(error.field_errors.length > 0 ? tellFaults(error.field_errors) : error.message)
}
