/** Ranges over the bins of a histogram: what is chosen as places between bins, and back. */
import type { Histogram } from '#shared/schemas/facets.ts'
import type { ChosenRange } from '../query/facet-choices.ts'

/** From before which bin to before which; the whole is from 0 to their number. */
export interface Places {
  readonly from: number
  readonly to: number
}

type Edge = string | number

/** Where an edge lies on the axis. */
export function positionOf(edge: Edge): number {
  return typeof edge === 'number' ? edge : Date.parse(edge)
}

/** The bounds of the bins, one more than there are. */
export function edgesOf({ bins }: Histogram): readonly Edge[] {
  const last = bins.at(-1)
  return last ? [...bins.map(({ from }) => from), last.to] : []
}

/** The places nearest to a range; those of the whole without one. */
export function placesOf(histogram: Histogram, range: ChosenRange | undefined, isTime: boolean): Places {
  const edges = edgesOf(histogram).map(positionOf)
  const end = Math.max(0, edges.length - 1)
  const nearest = (text: string | undefined, otherwise: number): number => {
    const at = text === undefined ? NaN : isTime ? Date.parse(text) : Number(text)
    if (Number.isNaN(at)) return otherwise
    const distances = edges.map((edge) => Math.abs(edge - at))
    return distances.indexOf(Math.min(...distances))
  }
  const from = Math.min(nearest(range?.from, 0), Math.max(0, end - 1))
  return { from, to: Math.max(from + 1, nearest(range?.to, end)) }
}

/** The range between two places; undefined for the whole. The last bin holds its end. */
export function rangeBetween(histogram: Histogram, { from, to }: Places): ChosenRange | undefined {
  const edges = edgesOf(histogram)
  const isFirst = from === 0
  const isLast = to >= edges.length - 1
  if (isFirst && isLast) return undefined
  const text = (edge: Edge | undefined) => (edge === undefined ? undefined : String(edge))
  return {
    from: isFirst ? undefined : text(edges[from]),
    to: isLast ? undefined : text(edges[to]),
    isToIncluded: false,
  }
}

/** How many rows lie between two places. */
export function countBetween({ bins }: Histogram, { from, to }: Places): number {
  return bins.slice(from, to).reduce((sum, { count }) => sum + count, 0)
}
