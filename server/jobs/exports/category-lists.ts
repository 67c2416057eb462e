import type { Stats } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AddedList } from '#shared/schemas/channels.ts'
import { message } from '#shared/messages/message.ts'
import { CategoryList } from '../../catalog/channel-files/category-list.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { replaceFile } from '../../catalog/storage-fault.ts'
import { toIso } from '#shared/iso-times.ts'

export const maxListBytes = 8 * 2 ** 20

interface KnownList {
  readonly list: CategoryList
  readonly addedAt: Date
}

const maxKnown = 4

/** The official lists of categories that the owner has put into the data folder, as `taxonomies/<channel>.txt`. */
export class CategoryLists {
  readonly #dataFolder: string
  readonly #known = new Map<string, KnownList>()

  constructor(dataFolder: string) {
    this.#dataFolder = dataFolder
  }

  /** Undefined without a list. Throws validation_failed for an invalid file. */
  async read(channel: string): Promise<CategoryList | undefined> {
    return (await this.#load(channel))?.list
  }

  async describe(channel: string): Promise<AddedList | null> {
    const known = await this.#load(channel)
    return known ? toAdded(known) : null
  }

  /** Replaces the list; an unreadable one changes nothing. */
  async add(channel: string, bytes: Uint8Array): Promise<AddedList> {
    const list = new CategoryList(decode(bytes))
    const file = this.#fileOf(channel)
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(`${file}.part`, bytes, { mode: 0o600 })
    await replaceFile(`${file}.part`, file)
    return toAdded(this.#keep(channel, await stat(file), list))
  }

  async remove(channel: string): Promise<void> {
    await rm(this.#fileOf(channel), { force: true })
  }

  async #load(channel: string): Promise<KnownList | undefined> {
    const file = this.#fileOf(channel)
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    const known = this.#known.get(versionOf(channel, found))
    return known ?? this.#keep(channel, found, await readList(file, channel, found.size))
  }

  #keep(channel: string, found: Stats, list: CategoryList): KnownList {
    for (const old of [...this.#known.keys()].slice(0, this.#known.size - maxKnown + 1))
      this.#known.delete(old)
    const known = { list, addedAt: found.mtime }
    this.#known.set(versionOf(channel, found), known)
    return known
  }

  #fileOf(channel: string): string {
    return join(this.#dataFolder, 'taxonomies', `${channel}.txt`)
  }
}

function versionOf(channel: string, { size, mtimeMs }: Stats): string {
  return `${channel} ${size} ${mtimeMs}`
}

function toAdded({ list, addedAt }: KnownList): AddedList {
  return { title: list.title, categories: list.size, added_at: toIso(addedAt) }
}

async function readList(file: string, channel: string, size: number): Promise<CategoryList> {
  try {
    if (size > maxListBytes)
      throw new CatalogError('validation_failed', `It is larger than ${maxListBytes / 2 ** 20} MiB.`)
    return new CategoryList(decode(await readFile(file)))
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    const where = `taxonomies/${channel}.txt of the data folder cannot be used.`
    throw new CatalogError('validation_failed', `${where} ${error.message}`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CatalogError('validation_failed', message('channel.category_list_not_utf8'))
  }
}
