import { randomUUID } from 'node:crypto'
import type { PackageOpening, Workspace } from '#shared/app-surface.ts'
import { asMessage, message, readSentence } from '#shared/messages/message.ts'
import { CatalogError } from '../catalog/errors.ts'
import { describeFailure } from '../jobs/job-context.ts'
import type { RegistryThread } from '../threads/idle-thread.ts'
import type { Workspaces } from './registry.ts'

const maxEnded = 20

type OnMade = (workspace: Workspace) => Promise<void> | undefined

interface Opening {
  state: PackageOpening
  readonly abort: AbortController
  ended: Promise<void>
  readonly isInterrupted?: boolean
  isReported?: boolean
}

const key = 'package_openings'

/** Loads the unfinished openings of an earlier run, which are reported as failed. */
export async function loadPackageOpenings(
  registry: RegistryThread,
  workspaces: Workspaces,
  onInternalError: (error: unknown) => void,
): Promise<PackageOpenings> {
  const text = await registry.call('getSetting', { key })
  const interrupted = text === undefined ? [] : (JSON.parse(text) as readonly StoredOpening[])
  return new PackageOpenings(workspaces, onInternalError, registry, interrupted)
}

interface StoredOpening {
  readonly id: string
  readonly file: string
}

/**
 * The openings of packages. They are no jobs, because a job is stored in its workspace and there is none
 * yet: they end with the server and leave only a note of their beginning, so that a client that knows of
 * it learns of the end.
 */
export class PackageOpenings {
  readonly #workspaces: Workspaces
  readonly #onInternalError: (error: unknown) => void
  readonly #registry: RegistryThread
  #openings: readonly Opening[]
  #isClosing = false

  constructor(
    workspaces: Workspaces,
    onInternalError: (error: unknown) => void,
    registry: RegistryThread,
    interrupted: readonly StoredOpening[],
  ) {
    this.#workspaces = workspaces
    this.#onInternalError = onInternalError
    this.#registry = registry
    this.#openings = interrupted.slice(-maxEnded).map(toInterrupted)
  }

  /**
   * Begins to open a package; `onMade` runs before its completion is reported. Throws validation_failed or
   * conflict for the name.
   */
  async start(file: string, name: string | undefined, onMade?: OnMade): Promise<PackageOpening> {
    const asked = this.#workspaces.freeNameAskedFor(name)
    const state = { ...begun, id: randomUUID(), file }
    const opening: Opening = { state, abort: new AbortController(), ended: Promise.resolve() }
    const ended = this.#openings.filter(hasEnded)
    const forgotten = new Set(ended.slice(0, Math.max(0, ended.length - maxEnded)))
    this.#openings = [...this.#openings.filter((each) => !forgotten.has(each)), opening]
    await this.#store()
    opening.ended = this.#run(opening, asked, onMade)
    return state
  }

  async #store(): Promise<void> {
    const open = this.#openings.filter(
      (each) => !hasEnded(each) || (each.isInterrupted === true && each.isReported !== true),
    )
    const stored = open.map(({ state: { id, file } }): StoredOpening => ({ id, file }))
    await this.#registry.call('putSetting', { key, value: JSON.stringify(stored) })
  }

  list(): readonly PackageOpening[] {
    // A listed end counts as reported: the next run need not report it again.
    if (
      this.#openings.some(({ isInterrupted, isReported }) => isInterrupted === true && isReported !== true)
    ) {
      for (const each of this.#openings) each.isReported = true
      void this.#store().catch(this.#onInternalError)
    }
    return this.#openings.map(({ state }) => state)
  }

  /** Stops an opening and returns its end, which may have been earlier. Throws not_found. */
  async cancel(id: string): Promise<PackageOpening> {
    const opening = this.#openings.find(({ state }) => state.id === id.toLowerCase())
    if (!opening) throw new CatalogError('not_found', `The opening ${id} of a package was not found.`)
    opening.abort.abort()
    await opening.ended
    return opening.state
  }

  async close(): Promise<void> {
    // They stay stored, and the next run reports that they were not finished.
    this.#isClosing = true
    await Promise.all(this.#openings.map(({ state }) => this.cancel(state.id)))
  }

  async #run(opening: Opening, name: string | undefined, onMade?: OnMade): Promise<void> {
    const { state, abort } = opening
    const { signal } = abort
    const onProgress = ({ current, total }: { current: number; total: number }) => {
      const percent = total === 0 ? 0 : Math.floor((current / total) * 100)
      opening.state = { ...opening.state, progress: { current, total, percent } }
    }
    try {
      const workspace = await this.#workspaces.openPackage(state.file, name, { signal, onProgress })
      await onMade?.(workspace)
      opening.state = { ...opening.state, status: 'completed', workspace }
    } catch (error) {
      if (signal.aborted) opening.state = { ...opening.state, status: 'cancelled' }
      else {
        if (!(error instanceof CatalogError) || error.code === 'internal_error') this.#onInternalError(error)
        const failure = describeFailure(error)
        const words = asMessage(readSentence(failure.message, failure))
        opening.state = { ...opening.state, status: 'failed', error: { code: failure.code, ...words } }
      }
    }
    if (!this.#isClosing) await this.#store().catch(this.#onInternalError)
  }
}

const begun = {
  status: 'running',
  progress: { current: 0, total: 0, percent: 0 },
  workspace: null,
  error: null,
} as const

function toInterrupted({ id, file }: StoredOpening): Opening {
  const error = { code: 'internal_error', ...message('package.opening_interrupted') } as const
  const state: PackageOpening = { ...begun, id, file, status: 'failed', error }
  return { state, abort: new AbortController(), ended: Promise.resolve(), isInterrupted: true }
}

function hasEnded({ state }: Opening): boolean {
  return state.status !== 'running'
}
