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
  readonly address: () => Address
  readonly session: Session
  /** Where uploaded files wait for their job. */
  readonly uploadsDir: string
  /** The caller an API key stands for; undefined when it is unknown, revoked or expired. */
  readonly findKey: (secret: string) => Promise<Caller | undefined>
  /** Opens a workspace with its threads, or returns the open one; undefined when there is none of that id. */
  readonly openWorkspace: (id: string) => Promise<OpenWorkspace | undefined>
}
