import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The numbers of all rules of `server/SPEC.md` in a checkout. */
export function rulesOf(checkout: string): string[] {
  const spec = readFileSync(join(checkout, 'server/SPEC.md'), 'utf8')
  return [...spec.matchAll(/^- `\[([A-Z]+-\d\d)\]` /gm)].map(([, number]) => number as string)
}

/** The test files of a checkout that cite a rule, relative to it. */
export function citedIn(checkout: string, rule: string): string[] {
  return readdirSync(join(checkout, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('server', name))
    .filter((file) => readFileSync(join(checkout, file), 'utf8').includes(`[${rule}]`))
}

/** How often a text stands in another one. */
export function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}
