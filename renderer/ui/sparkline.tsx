import './sparkline.css'

interface SparklineProps {
  /** Values from 0 to 100 with their position on the line, from 0 to 1. */
  readonly points: readonly { readonly at: number; readonly value: number }[]
  readonly label: string
}

const width = 96
const height = 24
const inset = 2

/** A small line of values over time; a single value is a dotted level. */
export function Sparkline({ points, label }: SparklineProps) {
  const [first] = points
  if (first === undefined) return null
  const isLevel = points.length === 1
  const all = isLevel ? [{ ...first, at: 0 }, first] : points
  const text = all.map(({ at, value }) => `${toX(at)},${toY(value)}`).join(' ')
  const last = all.at(-1) ?? first
  return (
    <svg className="ui-sparkline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <title>{label}</title>
      {!isLevel && <polygon points={`${toX(first.at)},${height} ${text} ${toX(last.at)},${height}`} />}
      <polyline points={text} data-level={isLevel || undefined} />
      <circle cx={toX(last.at)} cy={toY(last.value)} r={2} />
    </svg>
  )
}

function toX(at: number): number {
  return Math.round((inset + at * (width - 2 * inset)) * 10) / 10
}

function toY(value: number): number {
  return Math.round((height - inset - (value / 100) * (height - 2 * inset)) * 10) / 10
}
