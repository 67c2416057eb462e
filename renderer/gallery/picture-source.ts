import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect, useMemo } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { editStepsAttribute } from '#shared/renditions.ts'
import type { CellPicture } from '#shared/schemas/renditions.ts'
import { ApiError } from '../api/api-error.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { editedUrl, thumbnailUrl } from '../api/client.ts'
import { cellPicturesQuery, hashOfValue } from '../api/pictures-queries.ts'
import type { GridQuery } from '../query/grid-query.ts'
import {
  galleryKey,
  type ImagePage,
  imageOrderQuery,
  imagePageSize,
  readImagePage,
} from '../query/list-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { readSteps } from './edit-steps.ts'
import type { IndexRange } from './wall-model.ts'

/** One picture of the wall: an image, or what cells hold themselves. */
export interface Picture {
  readonly id: string
  readonly name: string | null
  /** A path below the workspace or an address; undefined for an image without a picture. */
  readonly value: string | undefined
  /** The steps that the picture was edited by, as text; undefined for one that is shown as its file is. */
  readonly steps?: string | undefined
  readonly cells?: CellPicture
}

export interface PictureSource {
  readonly total: number | undefined
  readonly error: Error | null
  readonly at: (index: number) => Picture | undefined
  /** Loads what comes into view. */
  readonly want: (range: IndexRange) => void
  /** Loads a range and answers its pictures, without those that have gone meanwhile. */
  readonly load: (range: IndexRange) => Promise<readonly Picture[]>
  /** The pictures of some ids, without the unknown ones. */
  readonly among: (ids: ReadonlySet<string>) => readonly Picture[]
}

const maxPages = 300
const maxAtOnce = 4

type ReadPage = (window: { readonly offset: number; readonly snapshot: string }) => Promise<ImagePage>

/**
 * The images of a list by their positions, read in pages from an order that the server has frozen. After a
 * change the former pages stay in view until those of the new order have come.
 */
export class PagedImages {
  readonly version = createAtom(0)
  readonly #read: ReadPage
  readonly #onExpired: () => void
  readonly #pages = new Map<number, readonly (EntityResource | undefined)[]>()
  readonly #stale = new Set<number>()
  readonly #loading = new Map<number, Promise<void>>()
  readonly #byId = new Map<string, EntityResource>()
  #order = ''
  #total: number | undefined
  #range: IndexRange = { first: 0, last: -1 }

  constructor(read: ReadPage, onExpired: () => void) {
    this.#read = read
    this.#onExpired = onExpired
  }

  get total(): number | undefined {
    return this.#total
  }

  at(index: number): EntityResource | undefined {
    return this.#pages.get(Math.floor(index / imagePageSize))?.[index % imagePageSize]
  }

  open(first: ImagePage): void {
    this.#order = first.snapshot
    this.#total = first.total
    this.#loading.clear()
    for (const page of this.#pages.keys()) {
      if (page * imagePageSize >= first.total) this.#pages.delete(page)
      else this.#stale.add(page)
    }
    this.#put(0, first.rows)
    this.want(this.#range)
  }

  want(range: IndexRange): void {
    this.#range = range
    void this.#loadPages(range, 1)
  }

  byId(id: string): EntityResource | undefined {
    return this.#byId.get(id)
  }

  async load(range: IndexRange): Promise<EntityResource[]> {
    await this.#loadPages(range, 0)
    const found: EntityResource[] = []
    for (let index = range.first; index <= range.last; index += 1) {
      const image = this.at(index)
      if (image) found.push(image)
    }
    return found
  }

  async #loadPages({ first, last }: IndexRange, around: number): Promise<void> {
    const end = Math.floor(((this.#total ?? 0) - 1) / imagePageSize)
    const from = Math.max(0, Math.floor(first / imagePageSize) - around)
    const to = Math.min(end, Math.floor(last / imagePageSize) + around)
    let next = from
    // A few at a time: the server refuses a client that has too many lists waiting.
    const loadSome = async (): Promise<void> => {
      while (next <= to) {
        const page = next
        next += 1
        if (!this.#pages.has(page) || this.#stale.has(page)) await this.#loadOnce(page)
      }
    }
    await Promise.all(Array.from({ length: Math.min(maxAtOnce, to - from + 1) }, loadSome))
  }

  #loadOnce(page: number): Promise<void> {
    const load = this.#loading.get(page) ?? this.#load(page)
    this.#loading.set(page, load)
    return load
  }

  async #load(page: number): Promise<void> {
    const snapshot = this.#order
    try {
      const { rows } = await this.#read({ offset: page * imagePageSize, snapshot })
      if (snapshot === this.#order) this.#put(page, rows)
    } catch (error) {
      if (error instanceof ApiError && error.fieldErrors.some(({ field }) => field === 'snapshot'))
        this.#onExpired()
    } finally {
      if (snapshot === this.#order) this.#loading.delete(page)
    }
  }

  #put(page: number, rows: readonly (EntityResource | undefined)[]): void {
    this.#pages.delete(page)
    this.#pages.set(page, rows)
    this.#stale.delete(page)
    for (const row of rows) if (row) this.#byId.set(row.id, row)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest)
    this.version.set((version) => version + 1)
  }
}

/** The images of a list, read as they come into view. */
export function useImageSource(query: GridQuery, pictureKey: string): PictureSource {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const order = useQuery(imageOrderQuery(api, query))
  const identity = JSON.stringify(query)
  const images = useMemo(() => {
    const asked = JSON.parse(identity) as GridQuery
    const expired = (): void => void queryClient.invalidateQueries({ queryKey: galleryKey(api.workspaceId) })
    return new PagedImages((window) => readImagePage(api, asked, window), expired)
  }, [api, identity, queryClient])
  useSelector(images.version)
  useEffect(() => {
    if (order.data) images.open(order.data)
  }, [images, order.data])
  const picture = (image: EntityResource): Picture => {
    const value = image.attributes[pictureKey]
    const edited = readSteps(image.attributes[editStepsAttribute.key])
    const steps = edited.length === 0 ? undefined : JSON.stringify(edited)
    return { id: image.id, name: image.label, value: typeof value === 'string' ? value : undefined, steps }
  }
  return {
    total: images.total,
    error: order.error,
    at: (index) => {
      const image = images.at(index)
      return image && picture(image)
    },
    want: (range) => images.want(range),
    load: async (range) => (await images.load(range)).map(picture),
    among: (ids) =>
      [...ids].flatMap((id) => {
        const image = images.byId(id)
        return image ? [picture(image)] : []
      }),
  }
}

/** The pictures that cells hold, read from the first one on. */
export function useCellSource(): PictureSource {
  const { api } = useWorkspace()
  const pages = useInfiniteQuery(cellPicturesQuery(api))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const pictures = useMemo(() => rowsOf(data)?.map(toPicture), [data])
  return {
    total: data?.pages[0]?.pagination.total,
    error,
    at: (index) => pictures?.[index],
    want: ({ last }) => {
      if (pictures && last >= pictures.length && hasNextPage && !isFetchingNextPage) void fetchNextPage()
    },
    load: ({ first, last }) => loadUpTo(last, { pictures, fetchNextPage }, first),
    among: (ids) => pictures?.filter(({ id }) => ids.has(id)) ?? [],
  }
}

interface LoadedPictures {
  readonly pictures: readonly Picture[] | undefined
  readonly fetchNextPage: () => Promise<{
    readonly data: Parameters<typeof rowsOf<CellPicture>>[0]
    readonly hasNextPage: boolean
  }>
}

async function loadUpTo(
  last: number,
  { pictures, fetchNextPage }: LoadedPictures,
  first: number,
): Promise<readonly Picture[]> {
  let loaded = pictures ?? []
  let isMore = loaded.length > 0
  while (isMore && loaded.length <= last) {
    const { data, hasNextPage } = await fetchNextPage()
    loaded = rowsOf(data)?.map(toPicture) ?? loaded
    isMore = hasNextPage
  }
  return loaded.slice(first, last + 1)
}

function toPicture(cells: CellPicture): Picture {
  const [use] = cells.uses.first
  return { id: cells.value, name: use?.entity.label ?? null, value: cells.value, cells }
}

/** The address of a picture as it is shown, in about the size of its display. */
export function shownUrl(
  workspaceId: string,
  { id, value, steps }: Picture,
  side: number,
): string | undefined {
  if (value === undefined) return undefined
  if (steps === undefined || hashOfValue(value) === undefined) return thumbnailUrl(workspaceId, value, side)
  return editedUrl(workspaceId, value, { image: id, steps, width: Math.ceil(side * window.devicePixelRatio) })
}
