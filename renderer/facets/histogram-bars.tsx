import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { FacetAnswer, Histogram } from '#shared/schemas/views.ts'
import { followDrag } from '../ui/follow-drag.tsx'
import { formatCount, formatCalendarDay } from '../ui/format-count.ts'
import { cachedByLocale, t, classNames } from '../ui/text.ts'
import type { ChosenRange } from '../query/facets.ts'

type HistogramAnswer = Extract<FacetAnswer, { bins: unknown }>

const formatter = cachedByLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }))

export function formatEdge(edge: string | number | undefined | null): string {
  if (edge === undefined || edge === null) return ''
  return typeof edge === 'number' ? formatter().format(edge) : formatCalendarDay(edge.slice(0, 10))
}

interface BarsProps {
  readonly facet: HistogramAnswer
  readonly range: BarRange
  readonly name: string
  readonly onDrag: (range: BarRange | undefined) => void
  readonly onChoose: (range: BarRange) => void
}

export function HistogramBars({ facet, range, name, onDrag, onChoose }: BarsProps) {
  const box = useRef<HTMLDivElement>(null)
  const { bins } = facet
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const drag = useRangeDrag(box, { count: bins.length, onDrag, onChoose })
  const dragBars = (press: PointerEvent<HTMLElement>): void =>
    drag(press, (at, start) => {
      const from = Math.min(bins.length - 1, Math.floor(Math.min(start, at)))
      return { from, to: Math.max(from + 1, Math.ceil(Math.max(start, at))) }
    })
  const dragEnd = (end: keyof BarRange) => (press: PointerEvent<HTMLElement>) => {
    press.stopPropagation()
    drag(press, (at) => movedTo(range, end, Math.round(at), bins.length))
  }
  return (
    <div ref={box} className="facet-bars" onPointerDown={dragBars}>
      {bins.map(({ from, to, count }, index) => (
        <span
          key={String(from)}
          className={classNames('facet-bin', index >= range.from && index < range.to && 'facet-bin-chosen')}
          title={t('{from} to {to}: {count}', {
            from: formatEdge(from),
            to: formatEdge(to),
            count: formatCount(count),
          })}
        >
          <span style={{ blockSize: count === 0 ? 0 : `max(2px, ${(count / most) * 100}%)` }} />
        </span>
      ))}
      {(['from', 'to'] as const).map((end) => (
        <RangeEnd key={end} {...{ facet, range, name, end, onChoose }} onPointerDown={dragEnd(end)} />
      ))}
    </div>
  )
}

function useRangeDrag(
  box: RefObject<HTMLElement | null>,
  { count, onDrag, onChoose }: Pick<BarsProps, 'onDrag' | 'onChoose'> & { readonly count: number },
) {
  const positionAt = (clientX: number): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {}
    return Math.min(count, Math.max(0, ((clientX - left) / width) * count))
  }
  return (press: PointerEvent<HTMLElement>, rangeFor: (at: number, start: number) => BarRange): void => {
    if (press.button !== 0) return
    press.preventDefault()
    const start = positionAt(press.clientX)
    let latest = rangeFor(start, start)
    onDrag(latest)
    followDrag(press, {
      onMove: (event) => {
        latest = rangeFor(positionAt(event.clientX), start)
        onDrag(latest)
      },
      onEnd: (isDropped) => {
        onDrag(undefined)
        if (isDropped) onChoose(latest)
      },
    })
  }
}

function movedTo(range: BarRange, end: keyof BarRange, at: number, count: number): BarRange {
  return end === 'from'
    ? { ...range, from: Math.min(range.to - 1, Math.max(0, at)) }
    : { ...range, to: Math.max(range.from + 1, Math.min(count, at)) }
}

interface RangeEndProps extends Pick<BarsProps, 'facet' | 'range' | 'name' | 'onChoose'> {
  readonly end: keyof BarRange
  readonly onPointerDown: (press: PointerEvent<HTMLElement>) => void
}

function RangeEnd({ facet, range, name, end, onChoose, onPointerDown }: RangeEndProps) {
  const count = facet.bins.length
  const at = range[end]
  const [least, most] = end === 'from' ? [0, range.to - 1] : [range.from + 1, count]
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - 5,
    PageUp: at + 5,
    Home: least,
    End: most,
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = movedTo(range, end, target, count)
    if (next[end] !== at) onChoose(next)
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={`facet-end facet-end-${end}`}
      style={{ insetInlineStart: `${(at / count) * 100}%` }}
      aria-label={end === 'from' ? t('{name}, from', { name }) : t('{name}, to', { name })}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={at}
      aria-valuetext={formatEdge(edgesOf(facet)[at])}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}

/** The bin edges where a range begins and ends; the whole is from 0 to the number of bins. */
export interface BarRange {
  readonly from: number
  readonly to: number
}

type Edge = string | number

function positionOf(edge: Edge): number {
  return typeof edge === 'number' ? edge : Date.parse(edge)
}

/** The bounds of the bins, one more than there are. */
export function edgesOf({ bins }: Histogram): readonly Edge[] {
  const last = bins.at(-1)
  return last ? [...bins.map(({ from }) => from), last.to] : []
}

/** Returns the edges nearest to a range; those of the whole without one. */
export function rangeOf(histogram: Histogram, range: ChosenRange | undefined, isTime: boolean): BarRange {
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

/** Returns the range between two edges; undefined for the whole. The last bin includes its end. */
export function rangeBetween(histogram: Histogram, { from, to }: BarRange): ChosenRange | undefined {
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

export function countBetween({ bins }: Histogram, { from, to }: BarRange): number {
  return bins.slice(from, to).reduce((sum, { count }) => sum + count, 0)
}
