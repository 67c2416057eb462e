import type { ApiKey, Workspace } from '#shared/app-surface.ts'
import type { ParsedNewKey } from '../app/key-routes.ts'
import type { Session } from '../app/session.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Address } from './address.ts'
import type { Caller } from './caller.ts'

/** A workspace with its threads and the runner of its jobs. */
export interface OpenWorkspace {
  readonly threads: WorkspaceThreads
  readonly jobs: JobRunner
}

/** What the edge needs of the rest of the server; `startServer` puts it together. */
export interface Services {
  readonly version: string
  readonly address: () => Address
  readonly session: Session
  /** Where uploaded files wait for their job. */
  readonly uploadsDir: string
  /** The caller an API key stands for; undefined when it is unknown, revoked or expired. */
  readonly findKey: (secret: string) => Promise<Caller | undefined>
  /** Opens a workspace with its threads, or returns the open one; undefined when there is none of that id. */
  readonly openWorkspace: (id: string) => Promise<OpenWorkspace | undefined>
  readonly workspaces: {
    readonly list: () => Promise<Workspace[]>
    readonly create: (name: string, options: { sample: boolean }) => Promise<Workspace>
  }
  readonly keys: {
    readonly list: (workspaceId: string) => Promise<ApiKey[]>
    readonly create: (workspaceId: string, key: ParsedNewKey) => Promise<ApiKey & { key: string }>
    /** The key as it was; undefined when the workspace has no such key. */
    readonly revoke: (workspaceId: string, keyId: string) => Promise<ApiKey | undefined>
  }
}
