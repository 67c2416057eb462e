import type { Histogram } from '#shared/schemas/views.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import {
  type CountedSource,
  countComparables,
  readRange,
  readValues,
  holdsSeveralRows,
} from '../../store/facets/count-values.ts'
import type { FacetForm } from './facet-names.ts'
import { toIso, toUtcDay } from '#shared/iso-times.ts'

type CountedHistogram = Histogram & { readonly filled: number }

export function readHistogram(
  db: ReadableDb,
  form: Exclude<FacetForm, 'values' | 'presence' | 'severities'>,
  asked: CountedSource,
): CountedHistogram {
  const isText = form === 'days' || form === 'moments'
  return isText && !holdsSeveralRows(asked.source) ? countTimes(db, form, asked) : countEach(db, form, asked)
}

const noValues: CountedHistogram = { min: null, max: null, bins: [], filled: 0 }

const axes = {
  numbers: { toPosition: Number, toValue: (at: number) => at },
  days: {
    toPosition: (comparable: string | number) => Date.parse(String(comparable)),
    toValue: (at: number) => toUtcDay(at),
  },
  moments: {
    toPosition: (comparable: string | number) => Date.parse(String(comparable).toUpperCase()),
    toValue: (at: number) => toIso(at),
  },
  times: { toPosition: Number, toValue: (at: number) => toIso(at) },
} as const

/** The most bins of a histogram of numbers; one of times may have a few more. */
const maxBins = 20

export function numberEdges(least: number, greatest: number, isWhole: boolean): number[] {
  const span = greatest - least
  if (span === 0 || !Number.isFinite(span)) return [least, greatest]
  const step = Math.max(isWhole ? 1 : 0, roundStep(span / maxBins))
  const end = isWhole && step === 1 ? greatest + 1 : greatest
  const first = Math.floor(least / step) + 1
  const inner = Array.from({ length: maxBins * 2 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
  return ascending([least, ...inner.filter((edge) => edge > least && edge < end), end])
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((each) => each * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

function ascending(edges: readonly number[]): number[] {
  return edges.filter((edge, at) => at === 0 || edge > (edges[at - 1] ?? edge))
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxTimeBins = 24

interface TimeStep {
  readonly ms: number
  readonly floor: (time: number) => number
  readonly next: (start: number) => number
}

function fixedStep(ms: number, offset = 0): TimeStep {
  return {
    ms,
    floor: (time) => Math.floor((time - offset) / ms) * ms + offset,
    next: (start) => start + ms,
  }
}

function monthStep(months: number): TimeStep {
  const startOf = (index: number): number => {
    const date = new Date(0)
    date.setUTCFullYear(Math.floor(index / 12), index - 12 * Math.floor(index / 12), 1)
    return date.getTime()
  }
  const indexOf = (time: number): number => {
    const date = new Date(time)
    return date.getUTCFullYear() * 12 + date.getUTCMonth()
  }
  return {
    ms: months * 30.4 * dayMs,
    floor: (time) => startOf(Math.floor(indexOf(time) / months) * months),
    next: (start) => startOf(indexOf(start) + months),
  }
}

const dayStep = fixedStep(dayMs)
const daySteps: readonly TimeStep[] = [
  dayStep,
  // Weeks begin on Monday, and day 0 of the epoch is a Thursday.
  fixedStep(7 * dayMs, 4 * dayMs),
  ...[1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000].map(monthStep),
]
const hourSteps: readonly TimeStep[] = [1, 3, 6, 12].map((hours) => fixedStep(hours * hourMs))

/** As `numberEdges`, for times in milliseconds; no edge lies inside a day. */
export function timeEdges(least: number, greatest: number, areDays: boolean): number[] {
  if (least === greatest) return [least, greatest]
  const steps = areDays ? daySteps : [...hourSteps, ...daySteps]
  const step = steps.find(({ ms }) => (greatest - least) / ms <= maxTimeBins) ?? steps[steps.length - 1]
  if (!step) return [least, greatest]
  const end = areDays && step === dayStep ? greatest + dayMs : greatest
  const edges = [least]
  for (let edge = step.next(step.floor(least)); edge < end && edges.length < 1000; edge = step.next(edge))
    edges.push(edge)
  return [...edges, end]
}

export function countBins(
  edges: readonly number[],
  eachPosition: (count: (at: number, rows: number, entity?: number) => void) => void,
): number[] {
  const counts = Array.from({ length: edges.length - 1 }, () => 0)
  const seen = new Set<number>()
  eachPosition((at, rows, entity) => {
    const bin = binOf(edges, at)
    if (entity !== undefined) {
      const mark = entity * counts.length + bin
      if (seen.has(mark)) return
      seen.add(mark)
    }
    counts[bin] = (counts[bin] ?? 0) + rows
  })
  return counts
}

function binOf(edges: readonly number[], at: number): number {
  let [low, high] = [0, edges.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((edges[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

function countEach(db: ReadableDb, form: keyof typeof axes, asked: CountedSource): CountedHistogram {
  const { toPosition } = axes[form]
  const { comparables, entities } = readValues(db, asked)
  const positions = comparables.map(toPosition)
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

// All edges but the first and the last are whole hours, so times of one hour share a bin.
const charactersToTheHour = '2026-01-31T09'.length

/** Times are stored as texts: they are counted by day, or by hour where a bin ends within the day. */
function countTimes(db: ReadableDb, form: 'days' | 'moments', asked: CountedSource): CountedHistogram {
  const range = readRange(db, asked)
  if (range.least === null || range.greatest === null) return noValues
  const { toPosition } = axes[form]
  const [least, greatest] = [toPosition(range.least), toPosition(range.greatest)]
  const edges = timeEdges(least, greatest, form === 'days')
  const counts = countBins(edges, (count) => {
    for (const { norm: comparable, count: rows } of countComparables(db, asked, charactersToTheHour))
      count(toPosition(form === 'days' ? comparable : `${comparable}:00:00Z`), rows)
  })
  return { ...toHistogram(form, { least, greatest, edges, counts }), filled: range.filled }
}

interface BinnedValues {
  readonly least: number
  readonly greatest: number
  readonly edges: readonly number[]
  readonly counts: readonly number[]
}

function toHistogram(form: keyof typeof axes, { least, greatest, edges, counts }: BinnedValues): Histogram {
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
