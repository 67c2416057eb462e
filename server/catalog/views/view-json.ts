import { parseJson } from '../../store/database/json.ts'
import { canShowBy, type GridView, remarksKey, toClauseOfView } from '#shared/views.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { ViewRow } from '../../store/tables/views.ts'
import { findSortSource, findSource, isFacet, leadsToValue } from '../query/find-source.ts'
import { isRelationKey } from '../query/relation-keys.ts'
import { withoutUnknown } from '../query/filter-tree.ts'

export type ViewContent = Omit<GridView, 'id' | 'name' | 'entity_type' | 'is_default'>

export function plainContent(columns: readonly string[]): ViewContent {
  return {
    visible_columns: [...columns],
    pinned_left: [],
    pinned_right: [],
    sorting: [],
    filters: [],
    filter_join: 'and',
    filter_tree: null,
    display: {
      widths: {},
      row_height: 'normal',
      colours: [],
      group_by: null,
      group_then_by: [],
      tree: false,
      summary: null,
      facets: null,
      kind: 'grid',
      kind_by: null,
    },
  }
}

/** A view in an answer, without members about missing attributes, so that it can be sent back. */
export function toView(db: ReadableDb, row: ViewRow): GridView {
  const attributes = attributesOf(db, row.type)
  const isKnown = (key: string): boolean => findSource(db, attributes, key) !== undefined
  const isShown = (key: string): boolean => key === remarksKey || isKnown(key)
  const isAbout = ({ attribute }: { readonly attribute: string }): boolean => isKnown(attribute)
  const isFiltered = (key: string): boolean =>
    isKnown(key) || isRelationKey(db, attributes, key) || leadsToValue(db, attributes, key)
  const { display, ...content } = readContent(row)
  return {
    id: row.uuid,
    name: row.name,
    entity_type: row.type,
    visible_columns: content.visible_columns.filter(isShown),
    pinned_left: content.pinned_left.filter(isShown),
    pinned_right: content.pinned_right.filter(isShown),
    sorting: content.sorting.filter(({ key }) => findSortSource(db, attributes, key) !== undefined),
    filters: content.filters.filter(({ attribute }) => isFiltered(attribute)),
    filter_join: content.filter_join,
    filter_tree: content.filter_tree && withoutUnknown(content.filter_tree, isFiltered),
    is_default: row.isDefault,
    display: {
      widths: onlyKnown(display.widths, isShown),
      row_height: display.row_height,
      colours: display.colours.filter(isAbout),
      ...groupsOf(display, isKnown),
      tree: display.tree,
      summary: display.summary && onlyKnown(display.summary, isKnown),
      ...kindOf(attributes, display),
      facets: display.facets && display.facets.filter((name) => isFacet(db, attributes, name)),
    },
  }
}

function groupsOf(
  { group_by: first, group_then_by: then }: GridView['display'],
  isKnown: (key: string) => boolean,
): Pick<GridView['display'], 'group_by' | 'group_then_by'> {
  const [outer = null, ...inner] = (first === null ? [] : [first, ...then]).filter(isKnown)
  return { group_by: outer, group_then_by: inner }
}

/** A view by an attribute that is gone, or of another data type by now, is a grid. */
function kindOf(
  { byKey }: AttributeSet,
  { kind, kind_by: by }: GridView['display'],
): Pick<GridView['display'], 'kind' | 'kind_by'> {
  const attribute = byKey.get(by ?? '')
  return attribute && canShowBy(kind, attribute.dataType)
    ? { kind, kind_by: attribute.key }
    : { kind: 'grid', kind_by: null }
}

function onlyKnown<T>(
  byKey: Readonly<Record<string, T>>,
  isKnown: (key: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(byKey).filter(([key]) => isKnown(key)))
}

export function readContent({ definition }: ViewRow): ViewContent {
  const stored = parseJson(definition)
  const plain = plainContent([])
  const display = { ...plain.display, ...stored.display }
  return {
    ...plain,
    ...stored,
    filters: (stored.filters ?? []).map(toClauseOfView),
    display: { ...display, colours: display.colours.map(toClauseOfView) },
  }
}
