/**
 * The parts of docs/bench.md in order. A command or option of its own writes each and leaves the others as
 * they are; people write the last one.
 */
export type Part = 'server' | 'large' | 'grid' | 'cluster' | 'between'

const headings: Readonly<Record<Part, string>> = {
  server: '',
  large: '\n## 1,000,000 products\n\n',
  grid: '\n## The grid\n\n',
  cluster: '\n## One file and a cluster\n\n',
  between: '\n## Between whole runs\n\n',
}
const order = Object.keys(headings) as Part[]

export function replacePart(document: string, part: Part, text: string): string {
  const texts = order.map((each) =>
    each === part ? `${headings[each]}${text.trim()}\n` : partOf(document, each),
  )
  return texts.join('')
}

function partOf(document: string, part: Part): string {
  const start = document.indexOf(headings[part])
  const ends = order.slice(order.indexOf(part) + 1).map((next) => document.indexOf(headings[next]))
  const end = ends.find((at) => at !== -1) ?? document.length
  return start === -1 ? '' : document.slice(start, end)
}
