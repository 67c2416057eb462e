import { randomUUID } from 'node:crypto'
import type { PackageOpening, Workspace } from '#shared/app-surface.ts'
import { CatalogError } from '../catalog/errors.ts'
import { describeFailure } from '../jobs/describe-failure.ts'
import type { Workspaces } from './registry.ts'

/** How many of those that have ended are told of. */
const keptEnded = 20

type OnMade = (workspace: Workspace) => Promise<void> | undefined

interface Opening {
  state: PackageOpening
  readonly abort: AbortController
  ended: Promise<void>
}

/**
 * The packages that are made into workspaces. They are no jobs, because a job is kept in its workspace and there is none yet: they
 * end with the server and leave nothing.
 */
export class PackageOpenings {
  readonly #workspaces: Workspaces
  readonly #onInternalError: (error: unknown) => void
  #openings: readonly Opening[] = []

  constructor(workspaces: Workspaces, onInternalError: (error: unknown) => void) {
    this.#workspaces = workspaces
    this.#onInternalError = onInternalError
  }

  /** Begins to open a package; `onMade` is done before it is told that it is there. Throws validation_failed or conflict for the name. */
  start(file: string, name: string | undefined, onMade?: OnMade): PackageOpening {
    const asked = this.#workspaces.freeNameAskedFor(name)
    const state = { ...begun, id: randomUUID(), file }
    const opening: Opening = { state, abort: new AbortController(), ended: Promise.resolve() }
    opening.ended = this.#run(opening, asked, onMade)
    const ended = this.#openings.filter(hasEnded)
    const forgotten = new Set(ended.slice(0, Math.max(0, ended.length - keptEnded)))
    this.#openings = [...this.#openings.filter((each) => !forgotten.has(each)), opening]
    return state
  }

  /** Those that run and the last that ended, oldest first. */
  list(): readonly PackageOpening[] {
    return this.#openings.map(({ state }) => state)
  }

  /** Stops one and tells how it ended, which may have been before. Throws not_found. */
  async cancel(id: string): Promise<PackageOpening> {
    const opening = this.#openings.find(({ state }) => state.id === id.toLowerCase())
    if (!opening) throw new CatalogError('not_found', `The opening ${id} of a package was not found.`)
    opening.abort.abort()
    await opening.ended
    return opening.state
  }

  /** Stops all; resolves when nothing is left of them. */
  async close(): Promise<void> {
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
        const { code, message } = describeFailure(error)
        opening.state = { ...opening.state, status: 'failed', error: { code, message } }
      }
    }
  }
}

const begun = {
  status: 'running',
  progress: { current: 0, total: 0, percent: 0 },
  workspace: null,
  error: null,
} as const

function hasEnded({ state }: Opening): boolean {
  return state.status !== 'running'
}
