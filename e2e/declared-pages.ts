import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const renderer = join(import.meta.dirname, '../renderer')
const sources = globSync(['*/feature.ts', 'state/entity-types.ts'], { cwd: renderer }).map((file) =>
  readFileSync(join(renderer, file), 'utf8'),
)

export const pageNames: readonly string[] = sources.flatMap((text) => {
  const declared = /interface PageParams \{([^}]*)\}/.exec(text)?.[1] ?? ''
  return [...declared.matchAll(/(\w+):/g)].map(([, name = '']) => name)
})

export const goTitles: readonly string[] = sources.flatMap((text) =>
  [...text.matchAll(/: (?:\(\) => )?t\('(Go to [^']+)'\)/g)].map(([, title = '']) => title),
)
