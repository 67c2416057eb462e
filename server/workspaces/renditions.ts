import type { RenditionPlan } from '../catalog/renditions/plan-rendition.ts'
import type { InspectedFile } from '../catalog/assets/file-facts.ts'
import type { MadeRendition, PictureSource, RenditionRequest } from '../jobs/pictures/make-rendition.ts'
import type { ParserReply } from '../threads/channel.ts'
import { renditionFormats } from '#shared/renditions.ts'
import { message } from '#shared/messages/message.ts'
import { unavailable } from '../catalog/errors.ts'
import { RenditionCache, type RenditionName } from './rendition-cache.ts'

/** Runs a parser on one picture, in a process of its own. */
export type ParsePicture = (parser: string, input: object, signal: AbortSignal) => Promise<ParserReply>

export interface RenditionOptions {
  readonly folder: string
  readonly maxBytes: number
  readonly parse: ParsePicture
}

export interface RenditionOrder {
  readonly workspace: string
  readonly hash: string
  readonly plan: Pick<RenditionPlan, 'key' | 'look' | 'steps'>
  /** The bytes of the file, read only where the rendition has to be made. */
  readonly read: () => Promise<Uint8Array | undefined>
}

/** A rendition, and whether it was there; undefined where no picture can be made of the file. */
export interface RenditionResult {
  readonly bytes: Uint8Array | undefined
  readonly isCached: boolean
}

/** One rendition that is being made, for all who wait for it. */
interface Making {
  readonly result: Promise<Uint8Array | undefined>
  readonly abort: AbortController
  waiting: number
}

const largeBytes = 8 * 1024 * 1024
const maxMaking = 2000
const maxBroken = 10_000

/** Gives renditions of stored pictures: from the cache, or made once for all who ask at the same time. */
export class Renditions {
  readonly #cache: RenditionCache
  readonly #parse: ParsePicture
  readonly #making = new Map<string, Making>()
  /** Files and renditions that broke what makes them, which is not tried again in this run. */
  readonly #broken = new Set<string>()

  constructor({ folder, maxBytes, parse }: RenditionOptions) {
    this.#cache = new RenditionCache({ folder, maxBytes })
    this.#parse = parse
  }

  /** Throws `unavailable` where too many others are being made. */
  async find(order: RenditionOrder, signal: AbortSignal): Promise<RenditionResult> {
    const { workspace, hash, plan } = order
    const { extension } = renditionFormats[plan.look.format]
    const name = { workspace, hash, key: plan.key, extension }
    const cached = await this.#cache.read(name)
    if (cached) return { bytes: cached, isCached: true }
    const id = `${workspace}/${hash}-${plan.key}`
    if (this.#broken.has(hash) || this.#broken.has(id)) return { bytes: undefined, isCached: true }
    return { bytes: await this.#join(id, name, order, signal), isCached: false }
  }

  async #join(
    id: string,
    name: RenditionName,
    order: RenditionOrder,
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    const making = this.#making.get(id) ?? this.#start(id, name, order)
    making.waiting += 1
    const leave = () => {
      making.waiting -= 1
      if (making.waiting === 0) making.abort.abort()
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await making.result
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #start(id: string, name: RenditionName, order: RenditionOrder): Making {
    if (this.#making.size >= maxMaking) throw unavailable(message('rendition.too_many_waiting'))
    const abort = new AbortController()
    const result = this.#make(id, name, order, abort.signal).finally(() => {
      if (this.#making.get(id) === making) this.#making.delete(id)
    })
    const making: Making = { result, abort, waiting: 0 }
    // A caller that joins after all others have left would get nothing.
    abort.signal.addEventListener('abort', () => this.#making.delete(id))
    this.#making.set(id, making)
    return making
  }

  async #make(
    id: string,
    name: RenditionName,
    { hash, plan, read }: RenditionOrder,
    signal: AbortSignal,
  ): Promise<Uint8Array | undefined> {
    const bytes = await read()
    if (!bytes || signal.aborted) return undefined
    const { look, steps } = plan
    const reply = await this.#withSource(bytes, (source) =>
      this.#parse('makeRendition', { ...source, look, steps } satisfies RenditionRequest, signal),
    )
    const made = reply.kind === 'answer' ? (reply.value as MadeRendition) : undefined
    if (made && 'bytes' in made) {
      await this.#cache.write(name, made.bytes)
      return made.bytes
    }
    if (!signal.aborted) this.#note(made ? hash : id)
    return undefined
  }

  /** A large file goes to its process by a path: as a message it would be in memory five times. */
  async #withSource<T>(bytes: Uint8Array, run: (source: PictureSource) => Promise<T>): Promise<T> {
    if (bytes.byteLength < largeBytes) return run({ bytes })
    return this.#cache.lend(bytes, (path) => run({ path }))
  }

  #note(broken: string): void {
    if (this.#broken.size >= maxBroken) this.#broken.clear()
    this.#broken.add(broken)
  }

  /** Says what the bytes of a file are and show; a file that breaks two processes is damaged. */
  async inspect(bytes: Uint8Array, signal: AbortSignal): Promise<InspectedFile> {
    const reply = await this.#withSource(bytes, (source) =>
      this.#parse('inspectFiles', { files: [source] }, signal),
    )
    const [inspected] = reply.kind === 'answer' ? (reply.value as InspectedFile[]) : []
    return inspected ?? { fault: 'damaged' }
  }
}
