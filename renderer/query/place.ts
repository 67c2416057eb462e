import { entityTypes, pluralOf, type EntityType } from '#shared/entities.ts'
import { fromListParams, toListParams } from './list-params.ts'
import { emptyGridQuery, type GridQuery } from './grid-query.ts'

/** What the main area shows: the entities of a type, or one of the pages about the whole workspace. */
export type View =
  | EntityType
  | 'attributes'
  | 'classes'
  | 'channels'
  | 'trash'
  | 'api'
  | 'connect'
  | 'settings'
  | 'backups'
  | 'diagnostics'

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
}

/** Stands for the rows of a type without a saved view. */
export const everything = 'everything'

const viewNames: readonly (readonly [View, string])[] = [
  ...entityTypes.map((type) => [type, pluralOf[type]] as const),
  ['attributes', 'attributes'],
  ['classes', 'classes'],
  ['channels', 'channels'],
  ['trash', 'trash'],
  ['api', 'api'],
  ['connect', 'connect'],
  ['settings', 'settings'],
  ['backups', 'backups'],
  ['diagnostics', 'diagnostics'],
]

/** The query part of the address of the start page, which belongs to no workspace. */
export const startSearch = '?view=start'

/** Reads the query part of an address; what it does not say is the default. */
export function parsePlace(search: string): Place {
  const params = new URLSearchParams(search)
  const name = params.get('view')
  const shape = shapes.find((each) => each === params.get('shape'))
  return {
    workspaceId: params.get('workspace') ?? undefined,
    view: viewNames.find(([, viewName]) => viewName === name)?.[0] ?? 'product',
    query: fromListParams(params),
    ...(params.has('saved') && { savedView: params.get('saved') ?? undefined }),
    ...(shape !== undefined && { shape }),
  }
}

/** The query part of the address of a place. */
export function toSearch({ workspaceId, view, query, savedView, shape }: Place): string {
  const name = viewNames.find(([candidate]) => candidate === view)?.[1] ?? 'products'
  const pairs: [string, string][] = [
    ...(workspaceId === undefined ? [] : ([['workspace', workspaceId]] as [string, string][])),
    ['view', name],
    ...(typeOf(view) === undefined ? [] : catalogPairs({ query, savedView, shape })),
  ]
  return `?${new URLSearchParams(pairs).toString()}`
}

function catalogPairs({ query, savedView, shape }: Omit<Place, 'view' | 'workspaceId'>): [string, string][] {
  return [
    ...(savedView === undefined ? [] : ([['saved', savedView]] as [string, string][])),
    ...(shape === undefined ? [] : ([['shape', shape]] as [string, string][])),
    ...toListParams(query),
  ]
}

/** The entity type that a view shows, where it shows entities. */
export function typeOf(view: View): EntityType | undefined {
  return entityTypes.find((type) => type === view)
}

/** The start of a view: nothing filtered, nothing sorted. */
export function startOf(workspaceId: string, view: View = 'product'): Place {
  return { workspaceId, view, query: emptyGridQuery }
}
