/**
 * Draws the panels of docs/team/grafana.json from samples of a running server, without Grafana: what the expressions
 * give over the time that was sampled. `node bench/dashboard-picture.ts --metrics http://127.0.0.1:4417/metrics
 * --seconds 120 --into docs/team/dashboard.svg`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Moment {
  readonly at: number
  readonly samples: readonly Sample[]
}

interface Line {
  readonly name: string
  readonly points: readonly (readonly [at: number, value: number])[]
}

interface Panel {
  readonly title: string
  readonly type: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets: readonly { readonly expr: string }[]
}

const everyMs = 2000
const unit = 40
const colours = ['#3274d9', '#e0752d', '#2f9e44', '#9c36b5', '#c92a2a', '#1098ad', '#795548', '#607d8b']

function parseMetrics(text: string): Sample[] {
  return [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value]) => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', label = '']) => [key, label]),
      ),
      value: Number(value),
    }),
  )
}

/** The values of a metric at each moment, summed by the labels that are named, or by all of them. */
function readSeries(moments: readonly Moment[], name: string, by?: readonly string[]): Line[] {
  const lines = new Map<string, [number, number][]>()
  for (const { at, samples } of moments) {
    const sums = new Map<string, number>()
    for (const sample of samples.filter((each) => each.name === name)) {
      const keys = by ?? Object.keys(sample.labels)
      const key = keys.map((label) => sample.labels[label] ?? '').join(' ')
      sums.set(key, (sums.get(key) ?? 0) + sample.value)
    }
    for (const [key, sum] of sums) lines.set(key, [...(lines.get(key) ?? []), [at, sum]])
  }
  return [...lines].map(([label, points]) => ({ name: label === '' ? name : label, points }))
}

/** The growth in a second since the first moment within five minutes, as Prometheus' rate. */
function toRate({ name, points }: Line): Line {
  const rates = points.map(([at, value], index) => {
    const first = points.find(([earlier]) => at - earlier <= 300_000) ?? points[0] ?? [at, value]
    return [at, index === 0 || at === first[0] ? 0 : ((value - first[1]) * 1000) / (at - first[0])] as const
  })
  return { name, points: rates }
}

function toQuantile(buckets: readonly Line[], quantile: number): Line {
  const ordered = buckets
    .map(({ name, points }) => ({ limit: name === '+Inf' ? Infinity : Number(name), points }))
    .toSorted((a, b) => a.limit - b.limit)
  const points = (ordered[0]?.points ?? []).map(([at], index) => {
    const counts = ordered.map(({ limit, points: own }) => ({ limit, count: own[index]?.[1] ?? 0 }))
    return [at, quantileOf(counts, quantile)] as const
  })
  return { name: `p${quantile * 100}`, points }
}

function quantileOf(
  counts: readonly { readonly limit: number; readonly count: number }[],
  quantile: number,
): number {
  const wanted = (counts.at(-1)?.count ?? 0) * quantile
  const index = counts.findIndex(({ count }) => count >= wanted)
  const [below, found] = [counts[index - 1] ?? { limit: 0, count: 0 }, counts[index]]
  if (!found || wanted === 0) return 0
  if (found.limit === Infinity) return below.limit
  return (
    below.limit + ((found.limit - below.limit) * (wanted - below.count)) / (found.count - below.count || 1)
  )
}

/** Evaluates the forms of expressions that the dashboard uses; throws for any other. */
function evaluate(expression: string, moments: readonly Moment[]): Line[] {
  const quantile = /^histogram_quantile\(([\d.]+), sum by \(le\) \(rate\((\w+)\[5m\]\)\)\)$/.exec(expression)
  if (quantile)
    return [toQuantile(readSeries(moments, quantile[2] ?? '', ['le']).map(toRate), Number(quantile[1]))]
  const rates = /^sum by \((\w+)\) \(rate\((\w+)\[5m\]\)\)$/.exec(expression)
  if (rates) return readSeries(moments, rates[2] ?? '', [rates[1] ?? '']).map(toRate)
  const sums = /^sum(?: by \((\w+)\))? ?\((\w+)\)$/.exec(expression)
  if (sums) return readSeries(moments, sums[2] ?? '', sums[1] === undefined ? [] : [sums[1]])
  const growth = /^increase\((\w+)\[5m\]\)$/.exec(expression)
  if (growth) return readSeries(moments, growth[1] ?? '').map(toGrowth)
  const scaled = /^(?:max\()?(\w+)\)?(?: \* ([\de.]+))?$/.exec(expression)
  if (!scaled) throw new Error(`The dashboard has an expression of another form: ${expression}`)
  return readSeries(moments, scaled[1] ?? '').map((line) => scale(line, Number(scaled[2] ?? 1)))
}

function toGrowth({ name, points }: Line): Line {
  return { name, points: points.map(([at, value]) => [at, value - (points[0]?.[1] ?? 0)] as const) }
}

function scale({ name, points }: Line, factor: number): Line {
  return { name, points: points.map(([at, value]) => [at, value * factor] as const) }
}

function formatValue(value: number): string {
  const [size, sign] = [Math.abs(value), ['', 'k', 'M', 'G', 'T']]
  const power = size < 1000 ? 0 : Math.min(4, Math.floor(Math.log10(size) / 3))
  return `${Number((value / 1000 ** power).toPrecision(3))}${sign[power] ?? ''}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function drawPanel({ title, type, gridPos, targets }: Panel, moments: readonly Moment[]): string {
  const [x, y, width, height] = [gridPos.x, gridPos.y, gridPos.w, gridPos.h].map((each) => each * unit) as [
    number,
    number,
    number,
    number,
  ]
  const lines = targets.flatMap(({ expr }) => evaluate(expr, moments))
  const body =
    type === 'stat'
      ? drawStat(lines, width, height)
      : drawLines(lines.slice(0, colours.length), width, height)
  return `<g transform="translate(${x} ${y})"><rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="4" fill="#fff" stroke="#ccc"/><text x="14" y="26" class="title">${escape(title)}</text>${body}</g>`
}

function drawStat(lines: readonly Line[], width: number, height: number): string {
  const [line] = lines
  const value = line?.points.at(-1)?.[1] ?? 0
  const text =
    line && line.points.at(-1)?.[1] === 1 && /\d\.\d/.test(line.name) ? line.name : formatValue(value)
  return `<text x="${width / 2}" y="${height / 2 + 20}" class="stat">${escape(text.split(' ')[0] ?? '')}</text>`
}

function drawLines(lines: readonly Line[], width: number, height: number): string {
  const box = { left: 60, top: 40, right: width - 16, bottom: height - 50 }
  const all = lines.flatMap(({ points }) => points)
  const [begin, end] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))]
  const most = Math.max(...all.map(([, value]) => value), Number.MIN_VALUE)
  const place = ([at, value]: readonly [number, number]): string =>
    `${(box.left + ((at - begin) / (end - begin || 1)) * (box.right - box.left)).toFixed(1)},${(box.bottom - (value / most) * (box.bottom - box.top)).toFixed(1)}`
  const drawn = lines.map(({ name, points }, index) => {
    const colour = colours[index] ?? '#000'
    const column = (width - 80) / Math.min(lines.length, 4)
    const label = name.replace(/^(vitrine|process|nodejs)_/, '').slice(0, Math.floor(column / 7))
    const legend = `<text x="${60 + (index % 4) * column}" y="${height - 28 + Math.floor(index / 4) * 16}" style="fill:${colour}">${escape(label)}</text>`
    return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.map(place).join(' ')}"/>${legend}`
  })
  const axis = [0, 0.5, 1].map((part) => {
    const y = box.bottom - part * (box.bottom - box.top)
    return `<line x1="${box.left}" x2="${box.right}" y1="${y}" y2="${y}" stroke="#eee"/><text x="${box.left - 6}" y="${y + 4}" class="axis">${formatValue(part * most)}</text>`
  })
  return [...axis, ...drawn].join('')
}

const { values: options } = parseArgs({
  options: {
    metrics: { type: 'string', default: 'http://127.0.0.1:4417/metrics' },
    seconds: { type: 'string', default: '120' },
    into: { type: 'string', default: 'docs/team/dashboard.svg' },
  },
})
const moments: Moment[] = []
const until = Date.now() + Number(options.seconds) * 1000
while (Date.now() < until) {
  moments.push({ at: Date.now(), samples: parseMetrics(await (await fetch(options.metrics)).text()) })
  await setTimeout(everyMs)
}
const dashboard = join(import.meta.dirname, '../docs/team/grafana.json')
const { panels } = JSON.parse(readFileSync(dashboard, 'utf8')) as { readonly panels: readonly Panel[] }
const height = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h)) * unit
const style =
  'text{font:12px sans-serif;fill:#333}.title{font-weight:600;font-size:14px}.stat{font-size:30px;text-anchor:middle}.axis{text-anchor:end}'
writeFileSync(
  options.into,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${24 * unit} ${height}" width="${24 * unit}" height="${height}"><style>${style}</style><rect width="100%" height="100%" fill="#f5f5f5"/>${panels.map((panel) => drawPanel(panel, moments)).join('')}</svg>\n`,
)
console.log(`Drew ${panels.length} panels from ${moments.length} samples into ${options.into}.`)
