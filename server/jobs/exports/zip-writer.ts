import { once } from 'node:events'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'
import { CatalogError } from '../../catalog/errors.ts'
import type { PartFile } from './part-file.ts'

interface Entry {
  readonly name: Buffer
  readonly offset: number
  checksum: number
  packed: number
  plain: number
}

const maxSize = 0xffff_ffff
const maxEntries = 0xffff
// 1980-01-01, the first day that the format knows: the same content always gives the same bytes.
const dosDate = 0x21
const utf8Name = 0x800
const deflated = 8
const version = 20

/** Packs files one after the other, each as a stream, so that memory does not grow with them. */
export class ZipWriter {
  readonly #file: PartFile
  readonly #entries: Entry[] = []

  constructor(file: PartFile) {
    this.#file = file
  }

  async add(name: string, text: string): Promise<void> {
    const entry = await this.begin(name)
    await entry.write(Buffer.from(text))
    await entry.end()
  }

  async begin(name: string): Promise<ZipEntry> {
    if (this.#entries.length === maxEntries) throw tooLarge()
    const entry = { name: Buffer.from(name), offset: this.#file.size, checksum: 0, packed: 0, plain: 0 }
    this.#entries.push(entry)
    await this.#file.append(localHeader(entry))
    return new ZipEntry(this.#file, entry)
  }

  async end(): Promise<void> {
    const offset = this.#file.size
    const directory = Buffer.concat(this.#entries.map(directoryEntry))
    if (offset + directory.length > maxSize) throw tooLarge()
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x0605_4b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(offset, 16)
    await this.#file.append(Buffer.concat([directory, end]))
  }
}

export class ZipEntry {
  readonly #file: PartFile
  readonly #entry: Entry
  readonly #deflate: DeflateRaw = createDeflateRaw({ level: 4, chunkSize: 64 * 1024 })
  #packed: Buffer[] = []

  constructor(file: PartFile, entry: Entry) {
    this.#file = file
    this.#entry = entry
    this.#deflate.on('data', (chunk: Buffer) => this.#packed.push(chunk))
  }

  async write(bytes: Buffer): Promise<void> {
    const entry = this.#entry
    entry.checksum = crc32(bytes, entry.checksum)
    entry.plain += bytes.length
    if (entry.plain > maxSize) throw tooLarge()
    await new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
    await this.#flush()
  }

  async end(): Promise<void> {
    this.#deflate.end()
    await once(this.#deflate, 'end')
    await this.#flush()
    // The size and checksum of the header are known only now.
    await this.#file.overwrite(localHeader(this.#entry), this.#entry.offset)
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#packed)
    this.#packed = []
    this.#entry.packed += bytes.length
    if (this.#file.size + bytes.length > maxSize) throw tooLarge()
    await this.#file.append(bytes)
  }
}

function tooLarge(): CatalogError {
  return new CatalogError(
    'conflict',
    'The file would be larger than 4 GiB, or hold more than 65,535 others. Export a workbook as CSV, or less at a time.',
  )
}

function localHeader({ name, checksum, packed, plain }: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(version, 4)
  writeFacts(header, 6, { name, checksum, packed, plain })
  return Buffer.concat([header, name])
}

function directoryEntry({ name, offset, checksum, packed, plain }: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(version, 6)
  writeFacts(header, 8, { name, checksum, packed, plain })
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function writeFacts(
  header: Buffer,
  at: number,
  { name, checksum, packed, plain }: Omit<Entry, 'offset'>,
): void {
  header.writeUInt16LE(utf8Name, at)
  header.writeUInt16LE(deflated, at + 2)
  header.writeUInt16LE(dosDate, at + 6)
  header.writeUInt32LE(checksum, at + 8)
  header.writeUInt32LE(packed, at + 12)
  header.writeUInt32LE(plain, at + 16)
  header.writeUInt16LE(name.length, at + 20)
}
