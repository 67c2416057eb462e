import { entityTypes, pluralOf, type EntityType } from '#shared/entities.ts'
import { readChangeFilter, type ChangeFilter } from './change-filter.ts'
import { readJobFilter, type JobFilter } from './job-filter.ts'
import { readNoteFilter, type NoteFilter } from './note-filter.ts'
import { readQualityPlace, type QualityPlace } from './quality-place.ts'
import { readReviewFilter, type ReviewFilter } from './review-filter.ts'
import { fromListParams, toListParams } from './list-params.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'

/** What the main area shows: the entities of a type, or one of the pages about the whole workspace. */
export type View =
  | EntityType
  | 'attributes'
  | 'classes'
  | 'channels'
  | 'trash'
  | 'changes'
  | 'review'
  | 'quality'
  | 'notes'
  | 'inbox'
  | 'jobs'
  | 'api'
  | 'connect'
  | 'providers'
  | 'spend'
  | 'settings'
  | 'backups'
  | 'replica'
  | 'diagnostics'
  | 'people'
  | 'account'
  | 'help'
  | 'news'

/** Images as pictures; categories as a tree, and products beside that tree. */
export type Shape = 'gallery' | 'tree'

const shapes: readonly Shape[] = ['gallery', 'tree']

/** Where the user is: all of it stands in the address, so that reload, back and a copied address lead here again. */
export interface Place {
  readonly workspaceId: string | undefined
  readonly view: View
  readonly query: GridQuery
  /** The id of the saved view that is chosen, or `everything` where none is wanted; without one the default counts. */
  readonly savedView?: string | undefined
  /** How the entities are shown where it is not the grid. */
  readonly shape?: Shape | undefined
  /** The key of the channel whose categories are mapped, on the page of the channels. */
  readonly categoriesOf?: string | undefined
  /** Which changes are shown, on the page of the changes. */
  readonly changes?: ChangeFilter | undefined
  /** Of when, on the page of spend. */
  readonly spendPeriod?: SpendPeriod | undefined
  /** Which proposals are decided, on the page of the review. */
  readonly review?: ReviewFilter | undefined
  /** Which part of the quality page is shown, and what of it. */
  readonly quality?: QualityPlace | undefined
  /** Which notes are shown, on the page of the notes. */
  readonly notes?: NoteFilter | undefined
  /** Which jobs are shown, on the page of the jobs. */
  readonly jobs?: JobFilter | undefined
  /** Which page of the help is open. */
  readonly topic?: string | undefined
}

/** The times that the page of spend offers: periods as filters on dates take them, and everything. */
export const spendPeriods = ['last_7_days', 'last_30_days', 'this_month', 'last_month', 'all'] as const
export type SpendPeriod = (typeof spendPeriods)[number]

/** Stands for the rows of a type without a saved view. */
export const everything = 'everything'

const viewNames: readonly (readonly [View, string])[] = [
  ...entityTypes.map((type) => [type, pluralOf[type]] as const),
  ['attributes', 'attributes'],
  ['classes', 'classes'],
  ['channels', 'channels'],
  ['trash', 'trash'],
  ['changes', 'changes'],
  ['review', 'review'],
  ['quality', 'quality'],
  ['notes', 'notes'],
  ['inbox', 'inbox'],
  ['jobs', 'jobs'],
  ['api', 'api'],
  ['connect', 'connect'],
  ['providers', 'providers'],
  ['spend', 'spend'],
  ['settings', 'settings'],
  ['backups', 'backups'],
  ['replica', 'replica'],
  ['diagnostics', 'diagnostics'],
  ['people', 'people'],
  ['account', 'account'],
  ['help', 'help'],
  ['news', 'news'],
]

/** The query part of the address of the start page, which belongs to no workspace. */
export const startSearch = '?view=start'

/** Reads the query part of an address; what it does not say is the default. */
export function parsePlace(search: string): Place {
  const params = new URLSearchParams(search)
  const name = params.get('view')
  const shape = shapes.find((each) => each === params.get('shape'))
  const view = viewNames.find(([, viewName]) => viewName === name)?.[0] ?? 'product'
  return {
    workspaceId: params.get('workspace') ?? undefined,
    view,
    query: fromListParams(params),
    ...(params.has('saved') && { savedView: params.get('saved') ?? undefined }),
    ...(shape !== undefined && { shape }),
    ...readers[view]?.(params),
  }
}

type PageParts = Pick<
  Place,
  'categoriesOf' | 'changes' | 'review' | 'quality' | 'notes' | 'jobs' | 'topic' | 'spendPeriod'
>

/** What is read of the address of a page beside its name, by the views that have such parts. */
const readers: Readonly<Partial<Record<View, (params: URLSearchParams) => PageParts>>> = {
  channels: (params) => withText('categoriesOf', params.get('categories')),
  changes: (params) => ({ changes: readChangeFilter(params) }),
  review: (params) => ({ review: readReviewFilter(params) }),
  quality: (params) => ({ quality: readQualityPlace(params) }),
  notes: (params) => ({ notes: readNoteFilter(params) }),
  jobs: (params) => ({ jobs: readJobFilter(params) }),
  help: (params) => withText('topic', params.get('topic')),
  spend: (params) => {
    const spendPeriod = spendPeriods.find((each) => each === params.get('period'))
    return spendPeriod === undefined ? {} : { spendPeriod }
  },
}

function withText(name: 'categoriesOf' | 'topic', text: string | null): PageParts {
  return text === null ? {} : { [name]: text }
}

/** The query part of the address of a place. */
export function toSearch(place: Place): string {
  const { workspaceId, view } = place
  const name = viewNames.find(([candidate]) => candidate === view)?.[1] ?? 'products'
  const params = new URLSearchParams()
  if (workspaceId !== undefined) params.set('workspace', workspaceId)
  params.set('view', name)
  const parts = findEntityType(view) === undefined ? partsOfPage(place) : partsOfList(place)
  for (const [key, value] of parts) params.append(key, value)
  return `?${params.toString()}`
}

type Parts = readonly (readonly [key: string, value: string])[]

/** What the address of a page tells beside its name, by the views that have such parts. */
const pageParts: Readonly<
  Partial<Record<View, (place: Place) => Readonly<Record<string, string | number | undefined>>>>
> = {
  channels: ({ categoriesOf }) => ({ categories: categoriesOf }),
  spend: ({ spendPeriod }) => ({ period: spendPeriod }),
  review: ({ review = {} }) => ({ ...review }),
  changes: ({ changes = {} }) => ({ ...changes }),
  quality: ({ quality = {} }) => ({ ...quality }),
  notes: ({ notes = {} }) => ({ ...notes }),
  jobs: ({ jobs = {} }) => ({ ...jobs }),
  help: ({ topic }) => ({ topic }),
}

function partsOfPage(place: Place): Parts {
  return Object.entries(pageParts[place.view]?.(place) ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)] as const],
  )
}

function partsOfList({ query, savedView, shape }: Place): Parts {
  return [
    ...(savedView === undefined ? [] : [['saved', savedView] as const]),
    ...(shape === undefined ? [] : [['shape', shape] as const]),
    ...toListParams(query),
  ]
}

/** The entity type that a view shows, where it shows entities. */
export function findEntityType(view: View): EntityType | undefined {
  return entityTypes.find((type) => type === view)
}

/** The start of a view: nothing filtered, nothing sorted. */
export function createPlace(workspaceId: string, view: View = 'product'): Place {
  return { workspaceId, view, query: emptyGridQuery }
}
