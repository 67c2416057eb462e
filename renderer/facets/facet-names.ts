import {
  isLengthKey,
  isPixelsKey,
  keyOfFacet,
  lengthSuffix,
  pixelsSuffix,
  presenceSuffix,
  filePartNames,
  readFilePart,
  toFilePartKey,
} from '#shared/facets.ts'
import { severityFilterKey } from '#shared/quality.ts'
import { nameFilePart } from '../query/file-parts.ts'
import { isMeasured, type GridColumn } from '../query/columns.ts'
import { t } from '../ui/text.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FacetAnswer } from '#shared/schemas/views.ts'
import type { GridQuery } from '../query/grid-query.ts'

/** The name of a facet; the key itself where its attribute is gone. */
export function nameFacet(name: string, columns: readonly GridColumn[]): string {
  if (name === severityFilterKey) return t('Has findings')
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  const key = keyOfFacet(name)
  if (key !== name) return t('{name}: filled or empty', { name: nameOf(key) })
  const measured = name.slice(0, name.lastIndexOf(':'))
  const file = readFilePart(name)
  if (file) return nameFilePart(nameOf(file.attribute), file.part)
  if (isPixelsKey(name)) return t('{name}: shorter side in pixels', { name: nameOf(measured) })
  return isLengthKey(name) ? t('{name}: length', { name: nameOf(measured) }) : nameOf(name)
}

function holdsFiles({ traits, constraints }: GridColumn): boolean {
  return traits.media !== undefined || constraints.kind === 'file'
}

/**
 * Whether an attribute has facets: ids are unique, parent ids mean nothing to people, and lists have no
 * remarks.
 */
function hasFacets({ id, kind }: GridColumn): boolean {
  return id !== 'id' && id !== 'parent_id' && kind !== 'remark'
}

export function listFacets(columns: readonly GridColumn[]): string[] {
  const ofColumns = columns.filter(hasFacets).flatMap((column) => {
    const { id, traits, isSystem } = column
    const isText = traits.family === 'text' && traits.media === undefined
    if (isSystem || isMeasured(column)) return [id]
    return [
      id,
      `${id}${presenceSuffix}`,
      ...(isText ? [`${id}${lengthSuffix}`] : []),
      ...(traits.media === 'image' ? [`${id}${pixelsSuffix}`] : []),
      ...(holdsFiles(column) ? filePartNames.map((part) => toFilePartKey(id, part)) : []),
    ]
  })
  return [...ofColumns, severityFilterKey]
}

const maxProposed = 5

/** The first facets of a panel: those with few values first, then those that most rows have. */
export function proposeFacets(columns: readonly GridColumn[]): string[] {
  const fitting = columns.filter((column) => hasFacets(column) && !column.isPrimary && !column.isSystem)
  const ranked = fitting
    .flatMap((column) => {
      const found = proposals.findIndex((fits) => fits(column))
      return found === -1 ? [] : [{ column, rank: found }]
    })
    .toSorted((a, b) => a.rank - b.rank)
  const spread = ranked.filter(
    ({ rank }, at) => ranked.slice(0, at).filter((other) => other.rank === rank).length < maxOfOneRank,
  )
  return spread.slice(0, maxProposed).map(({ column }) => column.id)
}

// Ten selects would leave no room for anything else.
const maxOfOneRank = 2

const proposals: readonly ((column: GridColumn) => boolean)[] = [
  ({ traits }) => traits.options !== 'none',
  ({ id }) => /brand|marke|manufacturer|hersteller|vendor|supplier/.test(id),
  ({ referenceType }) => referenceType === 'category' || referenceType === 'vendor',
  ({ kind, id }) => kind === 'money' || /price|preis/.test(id),
  ({ kind }) => kind === 'completeness',
  ({ traits, kind }) => kind !== 'score' && (traits.family === 'boolean' || traits.family === 'number'),
  ({ traits }) => traits.family === 'date' || traits.family === 'timestamp',
]

export const [firstValues, moreValues] = [40, 500]

export interface FacetProps<Answer extends FacetAnswer = FacetAnswer> {
  readonly type: EntityType
  readonly facet: Answer
  readonly names: readonly string[]
  readonly columns: readonly GridColumn[]
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
}
