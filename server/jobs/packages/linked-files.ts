/** The files of linked libraries that a package takes in, and those that it does not hold. */
import { createHash } from 'node:crypto'
import { parseLinked } from '#shared/files.ts'
import type { PackagedEntity } from '#shared/packages.ts'
import { detectFileKind } from '../../catalog/files/file-kinds.ts'
import { readBounded } from '../assets/inspect-files.ts'
import { resolveLinkedPath } from '../assets/library-files.ts'

type Folders = Readonly<Record<string, string>>
type Values = PackagedEntity['attributes']

const maxListed = 100

export class LinkedFiles {
  /** The values that were taken in, with the name of the file that stands for each. */
  readonly #taken = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #notHeld = new Set<string>()
  readonly #folders: Folders

  constructor(folders: Folders | undefined) {
    this.#folders = folders ?? {}
  }

  /** Reads the files that values name for the first time, and passes each on with its name in the package. */
  async takeIn(
    entities: readonly PackagedEntity[],
    write: (name: string, bytes: Buffer) => Promise<void>,
  ): Promise<void> {
    for (const value of entities.flatMap(({ attributes }) => linkedOf(attributes))) {
      if (this.#seen.has(value)) continue
      this.#seen.add(value)
      const bytes = await this.#read(value)
      const kind = bytes && detectFileKind(bytes)
      if (!bytes || !kind) continue
      const name = `files/${createHash('sha256').update(bytes).digest('hex')}.${kind.extension}`
      this.#taken.set(value, name)
      await write(name, bytes)
    }
  }

  async #read(value: string): Promise<Buffer | undefined> {
    const linked = parseLinked(value)
    const folder = linked && this.#folders[linked.library]
    const path = folder === undefined ? undefined : await resolveLinkedPath(folder, linked?.path ?? '')
    const bytes = path === undefined ? 'unreadable' : await readBounded(path)
    return typeof bytes === 'string'
      ? undefined
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The entity with files of the package in place of those that were taken in; notes the others. */
  replaceIn(entity: PackagedEntity): PackagedEntity {
    const linked = linkedOf(entity.attributes)
    if (linked.length === 0) return entity
    for (const value of linked) if (!this.#taken.has(value)) this.#notHeld.add(value)
    const replace = <T>(value: T): T | string =>
      typeof value === 'string' ? (this.#taken.get(value) ?? value) : value
    const attributes = Object.fromEntries(
      Object.entries(entity.attributes).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(replace) : replace(value),
      ]),
    ) as Values
    return { ...entity, attributes }
  }

  get counts() {
    if (this.#taken.size + this.#notHeld.size === 0) return undefined
    return {
      taken_in: this.#taken.size,
      not_held: this.#notHeld.size,
      first_not_held: [...this.#notHeld].slice(0, maxListed),
    }
  }
}

function linkedOf(attributes: Values): string[] {
  return Object.values(attributes)
    .flat()
    .filter((value): value is string => typeof value === 'string' && parseLinked(value) !== undefined)
}
