import type { MutationTable } from './mutations.ts'

/** Facets of a list. */
export const facetMutations: MutationTable = {
  'server/store/facets/count-values.ts': [
    ['FACET-01', 'ORDER BY count DESC, norm LIMIT', 'ORDER BY norm LIMIT'],
  ],
  'server/catalog/facets/bin-edges.ts': [
    [
      'FACET-02',
      'if ((edges[middle] ?? 0) <= at) low = middle',
      'if ((edges[middle] ?? 0) < at) low = middle',
    ],
  ],
  'server/store/computed/length-forms.ts': [
    ['FACET-03', 'CASE WHEN length(${norm}) <> octet_length(${norm}) OR', 'CASE WHEN 0 OR'],
  ],
  'server/store/database/picture-side.ts': [
    ['FACET-09', '? Math.min(...size) : null', '? Math.max(...size) : null'],
  ],
  'server/catalog/facets/facet-names.ts': [
    ['FACET-04', 'return key === name || key ===', 'return key !== name && key ==='],
  ],
  'server/catalog/facets/read-counts.ts': [
    ['FACET-05', 'values.length < found.length && {', 'values.length > found.length && {'],
  ],
  'server/catalog/facets/read-facets.ts': [['FACET-10', 'isKept: true', 'isKept: false']],
  'server/catalog/facets/distinct-values.ts': [
    [
      'FACET-06',
      'const hasBlanks = isComplete && text === undefined',
      'const hasBlanks = text !== undefined',
    ],
  ],
  'server/catalog/facets/count-severities.ts': [
    ['FACET-08', 'blank: total - (any?.count ?? 0)', 'blank: total'],
  ],
  'server/catalog/facets/check-searches.ts': [
    ['FACET-07', 'if (!facet) faults.explain(', 'if (facet === null) faults.explain('],
  ],
}
