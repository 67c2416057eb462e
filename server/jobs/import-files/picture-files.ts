import { basename, extname, join, sep } from 'node:path'
import { listPictureFiles } from './walk-pictures.ts'

/** Why a cell gives no picture, in a sentence for its row. */
export class NoPicture extends Error {}

/** The files of a folder and of those below it, by what cells may call them; case does not count. */
export class PictureFiles {
  readonly #folder: string
  readonly #byPath = new Map<string, string>()
  readonly #byName = new Map<string, Set<string>>()

  constructor(folder: string, paths: readonly string[]) {
    this.#folder = folder
    for (const path of paths) this.#add(path)
  }

  /** Links are not followed, so nothing outside of the folder is read. */
  static async in(folder: string, signal: AbortSignal): Promise<PictureFiles> {
    return new PictureFiles(folder, await listPictureFiles(folder, signal))
  }

  /** The file that a cell names: by its path, else by as much of the path's end as is there, else by its name anywhere. */
  find(cell: string): string {
    const parts = cell
      .trim()
      .toLowerCase()
      .split(/[\\/]+/)
    for (let start = 0; start < parts.length; start += 1) {
      const path = this.#byPath.get(parts.slice(start).join('/'))
      if (path !== undefined) return join(this.#folder, path)
    }
    const [path, ...others] = this.#byName.get(parts.at(-1) ?? '') ?? []
    if (path === undefined)
      throw new NoPicture('There is no file of this name in the folder of pictures, and it is no address.')
    if (others.length > 0)
      throw new NoPicture(
        `Several files below the folder of pictures have this name: ${[path, ...others].slice(0, 5).join(', ')}. Write the path of one.`,
      )
    return join(this.#folder, path)
  }

  /** With and without what follows the dot; the first of two that are alike in all but case. */
  #add(path: string): void {
    const spelled = path.split(sep).join('/').toLowerCase()
    for (const key of [spelled, spelled.slice(0, spelled.length - extname(spelled).length)]) {
      if (!this.#byPath.has(key)) this.#byPath.set(key, path)
      const name = basename(key)
      this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(path))
    }
  }
}
