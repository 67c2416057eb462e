import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The folders whose folders import one way only, types and imports at run time included. */
const layered = ['renderer', 'renderer/grid']

test.each(layered)('no folders of %s import each other in a circle', (folder) => {
  expect(circlesIn(join(root, folder))).toEqual([])
})

/** The folders directly in `top` that lead back to themselves over others, each with what it imports. */
function circlesIn(top: string): string[] {
  const arrows = arrowsIn(top)
  const reachedFrom = (start: string): ReadonlySet<string> => {
    const reached = new Set<string>()
    const pending = [...(arrows.get(start) ?? [])]
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      if (reached.has(folder)) continue
      reached.add(folder)
      pending.push(...(arrows.get(folder) ?? []))
    }
    return reached
  }
  return [...arrows].flatMap(([folder, imported]) => {
    const back = [...imported].filter((other) => reachedFrom(other).has(folder))
    return back.length === 0 ? [] : [`${folder} → ${back.join(', ')}`]
  })
}

const importPattern = /(?:\bfrom|\bimport|\bimport\()\s*['"](\.[^'"]+)['"]/g

/** By folder, the other folders that its files import; tests and what serves them may import anything. */
function arrowsIn(top: string): ReadonlyMap<string, ReadonlySet<string>> {
  const folderOf = (file: string): string | undefined => {
    const [folder, ...rest] = relative(top, file).split(sep)
    return folder === '..' || folder === 'testing' || rest.length === 0 ? undefined : folder
  }
  const arrows = new Map<string, Set<string>>()
  for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
    const file = join(top, name)
    const from = folderOf(file)
    if (from === undefined || !/(?<!\.test|\.spec|\.d)\.tsx?$/.test(name) || name.includes('node_modules'))
      continue
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      const to = folderOf(resolve(file, '..', path))
      if (to !== undefined && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return arrows
}
