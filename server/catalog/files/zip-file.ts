import type { Readable } from 'node:stream'
import { fromBufferPromise, type ZipFile as Archive, type Entry } from 'yauzl'
import { buffer } from 'node:stream/consumers'
import { CatalogError } from '../errors.ts'
import { asError } from '#shared/interrupted.ts'
import { message, type Sentence } from '#shared/messages/message.ts'

export interface ZipFile {
  readonly names: readonly string[]
  /**
   * Whether there is a part of this name; capitals are ignored, since programs refer to parts in other
   * capitals.
   */
  has(name: string): boolean
  read(name: string, maxBytes?: number): Promise<Buffer | undefined>
  stream(name: string): Promise<Readable | undefined>
}

const maxParts = 20_000
const maxUnpackedBytes = 256 * 1024 * 1024

export async function openZip(bytes: Buffer, maxBytes = maxUnpackedBytes): Promise<ZipFile> {
  const archive = await explained(fromBufferPromise(bytes))
  const parts = await explained(readDirectory(archive, maxBytes))
  const byFolded = new Map([...parts].map(([name, part]) => [name.toLowerCase(), part]))
  const find = (name: string): Entry | undefined => parts.get(name) ?? byFolded.get(name.toLowerCase())
  const stream = async (name: string): Promise<Readable | undefined> => {
    const part = find(name)
    if (part && xmlName.test(name))
      await explained(refuseDeclarations(await archive.openReadStreamPromise(part), name))
    return part && explained(archive.openReadStreamPromise(part))
  }
  return {
    names: [...parts.keys()],
    has: (name) => find(name) !== undefined,
    stream,
    async read(name, maxPartBytes = maxBytes) {
      if ((find(name)?.uncompressedSize ?? 0) > maxPartBytes) throw tooLarge(maxPartBytes)
      const content = await stream(name)
      return content && explained(buffer(content))
    },
  }
}

const xmlName = /\.(xml|rels)$/i

/** The format needs no declarations of its own: they only serve attacks. */
async function refuseDeclarations(content: Readable, name: string): Promise<void> {
  for await (const chunk of content) {
    if (!/<!(DOCTYPE|ENTITY)/i.test(chunk.toString('latin1'))) return
    throw unreadable(
      `The part ${name} of the file declares entities (<!DOCTYPE), which no Excel or Word writes and which attacks are made of. It is not read. Open the file in Excel, Word or LibreOffice, save it anew and send that.`,
    )
  }
}

async function readDirectory(archive: Archive, maxBytes: number): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxParts) throw tooLarge()
  const parts = new Map<string, Entry>()
  let total = 0
  for await (const part of archive.eachEntry()) {
    if (part.isEncrypted())
      throw unreadable('The file is protected by a password. Save it without one and send it again.')
    total += part.uncompressedSize
    if (total > maxBytes) throw tooLarge(maxBytes)
    parts.set(part.fileName, part)
  }
  return parts
}

async function explained<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw asError(error).message.startsWith('too many bytes') ? tooLarge() : damaged()
  }
}

function tooLarge(maxBytes = maxUnpackedBytes): Error {
  const most = `${maxBytes / 1024 / 1024} MB`
  return unreadable(
    `The file or a part of it unpacks to more than ${most}, or to more than it says. It is not read.`,
  )
}

function damaged(): Error {
  return unreadable(message('file.damaged_archive'))
}

function unreadable(sentence: Sentence): CatalogError {
  return new CatalogError('validation_failed', sentence)
}
