/** The parts of docs/bench.md: each is written by a command of its own, which leaves the other as it is. */
export type Part = 'server' | 'grid'

const gridHeading = '\n## The grid\n'

/** The document with one of its parts replaced. */
export function replacePart(document: string, part: Part, text: string): string {
  const at = document.indexOf(gridHeading)
  const server = at === -1 ? document : document.slice(0, at)
  const grid = at === -1 ? '' : document.slice(at)
  return part === 'server' ? text.trimEnd() + '\n' + grid : server + gridHeading + '\n' + text.trim() + '\n'
}
