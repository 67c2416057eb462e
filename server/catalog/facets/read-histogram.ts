/** Histograms of numbers and times. */
import type { Histogram } from '#shared/schemas/facets.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import {
  type CountedSource,
  countComparables,
  readRange,
  readValues,
} from '../../store/facets/count-values.ts'
import { holdsSeveralRows } from '../../store/facets/value-rows.ts'
import { countBins, numberEdges, timeEdges } from './bin-edges.ts'
import type { FacetForm } from './facet-names.ts'

type CountedHistogram = Histogram & { readonly filled: number }

/** The least and the greatest value, and how many rows have one between these, bin by bin. */
export function readHistogram(
  db: ReadableDb,
  form: Exclude<FacetForm, 'values' | 'presence' | 'severities'>,
  asked: CountedSource,
): CountedHistogram {
  const isText = form === 'days' || form === 'moments'
  return isText && !holdsSeveralRows(asked.source) ? countTimes(db, form, asked) : countEach(db, form, asked)
}

const noValues: CountedHistogram = { min: null, max: null, bins: [], filled: 0 }

/** Positions on the axis of a form, and the values that stand there. */
const axes = {
  numbers: { toPosition: Number, toValue: (at: number) => at },
  days: {
    toPosition: (norm: string | number) => Date.parse(String(norm)),
    toValue: (at: number) => new Date(at).toISOString().slice(0, 10),
  },
  moments: {
    toPosition: (norm: string | number) => Date.parse(String(norm).toUpperCase()),
    toValue: (at: number) => new Date(at).toISOString(),
  },
  times: { toPosition: Number, toValue: (at: number) => new Date(at).toISOString() },
} as const

/** Numbers, and whatever a row has several of. */
function countEach(db: ReadableDb, form: keyof typeof axes, asked: CountedSource): CountedHistogram {
  const { toPosition } = axes[form]
  const { norms, entities } = readValues(db, asked)
  const positions = norms.map(toPosition)
  if (positions.length === 0) return noValues
  let [least, greatest, isWhole] = [Infinity, -Infinity, true]
  for (const at of positions) {
    if (at < least) least = at
    if (at > greatest) greatest = at
    isWhole &&= Number.isInteger(at)
  }
  const edges =
    form === 'numbers' ? numberEdges(least, greatest, isWhole) : timeEdges(least, greatest, form === 'days')
  const counts = countBins(edges, (count) => {
    positions.forEach((at, index) => count(at, 1, entities?.[index]))
  })
  const filled = entities ? new Set(entities).size : positions.length
  return { ...toHistogram(form, { least, greatest, edges, counts }), filled }
}

// Edges lie on whole hours, but for the first and the last, which nothing crosses.
const charactersToTheHour = '2026-01-31T09'.length

/** Times that are stored as texts: few differ in the day, and in the hour. */
function countTimes(db: ReadableDb, form: 'days' | 'moments', asked: CountedSource): CountedHistogram {
  const range = readRange(db, asked)
  if (range.least === null || range.greatest === null) return noValues
  const { toPosition } = axes[form]
  const [least, greatest] = [toPosition(range.least), toPosition(range.greatest)]
  const edges = timeEdges(least, greatest, form === 'days')
  const counts = countBins(edges, (count) => {
    for (const { norm, count: rows } of countComparables(db, asked, charactersToTheHour))
      count(toPosition(form === 'days' ? norm : `${norm}:00:00Z`), rows)
  })
  return { ...toHistogram(form, { least, greatest, edges, counts }), filled: range.filled }
}

interface Binned {
  readonly least: number
  readonly greatest: number
  readonly edges: readonly number[]
  readonly counts: readonly number[]
}

function toHistogram(form: keyof typeof axes, { least, greatest, edges, counts }: Binned): Histogram {
  const { toValue } = axes[form]
  return {
    min: toValue(least),
    max: toValue(greatest),
    bins: counts.map((count, at) => ({
      from: toValue(edges[at] ?? least),
      to: toValue(edges[at + 1] ?? greatest),
      count,
    })),
  }
}
