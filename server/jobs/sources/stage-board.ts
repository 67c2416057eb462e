import type { reportStages } from '../../catalog/sources/store-source.ts'

type JobStage = Parameters<typeof reportStages>[1]['stages'][number]

/** The stages of a running job, reported whenever one begins or ends. */
export class StageBoard<Name extends string> {
  readonly #report: (stages: readonly JobStage[]) => Promise<unknown>
  readonly #stages: Map<Name, JobStage>
  #current: Name

  constructor(names: readonly [Name, ...Name[]], report: (stages: readonly JobStage[]) => Promise<unknown>) {
    this.#report = report
    this.#stages = new Map(names.map((name) => [name, { name, status: 'waiting' }]))
    this.#current = names[0]
  }

  /** The stage that runs, or ran last. */
  get stage(): Name {
    return this.#current
  }

  async start(name: Name): Promise<void> {
    this.#current = name
    await this.#set(name, 'running')
  }

  /** Ends the stage that runs. */
  async complete(detail?: string): Promise<void> {
    await this.#set(this.#current, 'completed', detail)
  }

  /** Says how far the stage that runs has come. */
  async tell(detail: string): Promise<void> {
    await this.#set(this.#current, 'running', detail)
  }

  /** Stages that this job does not need, or has behind it. */
  async skip(names: readonly Name[]): Promise<void> {
    for (const name of names) this.#stages.set(name, { name, status: 'skipped' })
    await this.#report([...this.#stages.values()])
  }

  async fail(error: unknown): Promise<void> {
    await this.#set(this.#current, 'failed', error instanceof Error ? error.message : String(error))
  }

  async #set(name: Name, status: JobStage['status'], detail?: string): Promise<void> {
    this.#stages.set(name, { name, status, ...(detail !== undefined && { detail }) })
    await this.#report([...this.#stages.values()])
  }
}
