import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Check } from 'typebox/schema'
import { type Static, Type } from 'typebox'

const StandbyStatusSchema = Type.Object({
  phase: Type.Enum(['following', 'promoting', 'serving', 'ended']),
  pid: Type.Integer(),
  from: Type.String({ maxLength: 4000 }),
  server: Type.Union([Type.String({ maxLength: 300 }), Type.Null()]),
  /** Everything that the replica had at this moment is here. */
  as_of: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  /** How long ago the server was last seen to renew its lease. */
  silent_seconds: Type.Number(),
  /** Until when everything that it had saved was in the replica at that time, as it said. */
  sent_until: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  fault: Type.Union([Type.String({ maxLength: 4000 }), Type.Null()]),
})

/** How far a standby is; it lies in its data folder, for commands. */
export type StandbyStatus = Static<typeof StandbyStatusSchema>

/** The files of a standby in its data folder: its status, the wish to promote it, and the copies of the replica. */
export class StandbyFiles {
  readonly folder: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'standby')
  }

  get copies(): string {
    return join(this.folder, 'copies')
  }

  get made(): string {
    return join(this.folder, 'made')
  }

  /** A folder with a catalog that is read; each copy has one of its own. */
  reads(number: number): string {
    return join(this.folder, `reads-${number}`)
  }

  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    await rm(this.#wish, { force: true })
  }

  async writeStatus(status: StandbyStatus): Promise<void> {
    const part = join(this.folder, 'status.part')
    await writeFile(part, JSON.stringify(status), { mode: 0o600 })
    await rename(part, this.#status)
  }

  async readStatus(): Promise<StandbyStatus | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#status, 'utf8'))
      return Check(StandbyStatusSchema, value) ? value : undefined
    } catch {
      return undefined
    }
  }

  async wishPromotion(): Promise<void> {
    await writeFile(this.#wish, '', { mode: 0o600 })
  }

  get isPromotionWished(): boolean {
    return existsSync(this.#wish)
  }

  get #wish(): string {
    return join(this.folder, 'promote')
  }

  get #status(): string {
    return join(this.folder, 'status.json')
  }
}
