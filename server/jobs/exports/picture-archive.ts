import type { CatalogReadTransaction } from '../../catalog/connections/held-state.ts'
import { readFile } from '../../catalog/files/stored-files.ts'
import type { PartFile } from './part-file.ts'
import { ZipWriter } from './zip-writer.ts'

/** The pictures of the workspace that the file of a channel names, each under the name that it has there. */
export class PictureArchive {
  readonly #names = new Set<string>()
  readonly #address: string | undefined

  /** Undefined where no file can name them. */
  constructor(address: string | undefined) {
    this.#address = address
  }

  /** Notes the pictures among the values of a product that stands in the file. */
  note(values: Iterable<readonly string[]>): void {
    const address = this.#address
    if (address === undefined) return
    for (const texts of values)
      for (const text of texts) if (text.startsWith(address)) this.#noteName(text.slice(address.length))
  }

  get size(): number {
    return this.#names.size
  }

  /** Packs them, one after the other; a file that is gone is left out. */
  async write(db: CatalogReadTransaction['db'], part: PartFile): Promise<void> {
    const zip = new ZipWriter(part)
    for (const name of this.#names) {
      const file = readFile(db, { hash: name.slice(0, 64) })
      if (!file) continue
      const entry = await zip.begin(name)
      await entry.write(Buffer.from(file.bytes))
      await entry.end()
    }
    await zip.end()
  }

  #noteName(name: string): void {
    if (/^[0-9a-f]{64}\.\w+$/.test(name)) this.#names.add(name)
  }
}
