import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The numbers of all rules of `server/SPEC.md` in a checkout. */
export function rulesOf(checkout: string): string[] {
  const spec = readFileSync(join(checkout, 'server/SPEC.md'), 'utf8')
  return [...spec.matchAll(/^- `\[([A-Z]+-\d\d)\]` /gm)].map(([, number]) => number as string)
}

/** The test files of a checkout that cite each rule, relative to it. */
export function citationsIn(checkout: string): Map<string, string[]> {
  const citations = new Map<string, string[]>()
  for (const name of readdirSync(join(checkout, 'server'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.test.ts') || name.endsWith('.long.test.ts') || name.includes('node_modules'))
      continue
    const file = join('server', name)
    const text = readFileSync(join(checkout, file), 'utf8')
    for (const rule of new Set(Array.from(text.matchAll(/\[([A-Z]+-\d\d)\]/g), ([, rule = '']) => rule)))
      citations.set(rule, [...(citations.get(rule) ?? []), file])
  }
  return citations
}

/** How often a text stands in another one. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}
