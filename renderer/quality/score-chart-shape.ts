/** The score of one day. */
export interface ScorePoint {
  readonly day: string
  readonly score: number
}

export interface PlacedPoint extends ScorePoint {
  readonly x: number
  readonly y: number
}

export interface ScoreChartShape {
  readonly points: readonly PlacedPoint[]
  /** The path of the line. */
  readonly line: string
  /** The lines across with their scores. */
  readonly grid: readonly { readonly score: number; readonly y: number }[]
}

interface Room {
  readonly width: number
  readonly height: number
}

const dayMs = 86_400_000
const steps = [5, 10, 25] as const

/** Lays a course of scores out: days by their distance, scores between round numbers around those there are. */
export function shapeScoreChart(course: readonly ScorePoint[], { width, height }: Room): ScoreChartShape {
  const { low, high, step } = rangeOf(course.map(({ score }) => score))
  const yOf = (score: number): number => round(height - ((score - low) / (high - low)) * height)
  const first = dayOf(course[0])
  const days = Math.max(1, dayOf(course.at(-1)) - first)
  const points = course.map((point) => ({
    ...point,
    x: round(((dayOf(point) - first) / days) * width),
    y: yOf(point.score),
  }))
  const lines = Math.round((high - low) / step)
  return {
    points,
    line: points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' '),
    grid: Array.from({ length: lines + 1 }, (_, index) => low + index * step).map((score) => ({
      score,
      y: yOf(score),
    })),
  }
}

function dayOf(point: ScorePoint | undefined): number {
  return point === undefined ? 0 : Date.parse(point.day) / dayMs
}

/** The smallest range of round numbers around the scores, with at most four steps. */
function rangeOf(scores: readonly number[]): { low: number; high: number; step: number } {
  const least = Math.min(100, ...scores)
  const most = Math.max(0, ...scores)
  for (const step of steps) {
    const low = Math.min(Math.floor(least / step) * step, 100 - step)
    const high = Math.max(Math.ceil(most / step) * step, low + step)
    if ((high - low) / step <= 4) return { low, high, step }
  }
  return { low: 0, high: 100, step: 25 }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
