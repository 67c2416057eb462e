import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export function rulesOf(checkout: string): string[] {
  const spec = readFileSync(join(checkout, 'server/SPEC.md'), 'utf8')
  return [...spec.matchAll(/^- `\[([A-Z]+-\d\d)\]` /gm)].map(([, number]) => number as string)
}

export function citationsIn(checkout: string): Map<string, string[]> {
  const citations = new Map<string, string[]>()
  for (const file of [...filesOf(checkout, 'server'), ...filesOf(checkout, 'shared')]) {
    if (!file.endsWith('.test.ts') || file.endsWith('.long.test.ts') || file.includes('node_modules'))
      continue
    const text = readFileSync(join(checkout, file), 'utf8')
    for (const rule of new Set(Array.from(text.matchAll(/\[([A-Z]+-\d\d)\]/g), ([, rule = '']) => rule)))
      citations.set(rule, [...(citations.get(rule) ?? []), file])
  }
  return citations
}

function filesOf(checkout: string, folder: string): string[] {
  const names = readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(folder, name))
}
