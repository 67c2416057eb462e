import { readdirSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

const importPattern = /(?:\bfrom|\bimport\(|\bimport)\s*['"]([^'"\n]+)['"]/g

/**
 * The groups of first-level folders below `dir` that import each other in a circle. Imports of types and dynamic imports
 * count; files of tests, their workers and `testing/` do not, nor do files that lie in `dir` itself.
 */
export function findFolderCircles(dir: string): string[][] {
  return findCircles(readArrows(dir))
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>

export function readArrows(top: string): Arrows {
  const dir = resolve(top)
  const arrows = new Map<string, Set<string>>()
  for (const file of listSources(dir)) {
    const from = folderIn(dir, file)
    if (from === undefined) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const imported of readImports(file)) {
      const to = isAbsolute(imported) ? folderIn(dir, imported) : undefined
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return arrows
}

/**
 * Returns the imports of a file, types and dynamic ones included: absolute paths of files, and packages by
 * their names.
 */
export function readImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? resolve(dirname(file), specifier) : specifier,
  )
}

/** The arrows to a folder on the same floor, on a higher one or on none. `floors` begins with the lowest. */
export function listArrowsUp(arrows: Arrows, floors: readonly (readonly string[])[]): string[] {
  const floorOf = (folder: string): number => floors.findIndex((folders) => folders.includes(folder))
  return [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => floorOf(to) < 0 || floorOf(to) >= floorOf(from))
      .map((to) => `${from} → ${to}`),
  )
}

export function listSources(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.test-worker|\.spec|\.d)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${sep}node_modules${sep}`))
}

function folderIn(dir: string, file: string): string | undefined {
  const [first = '', ...rest] = relative(dir, file).split(sep)
  return rest.length === 0 || first === '..' || first === 'testing' ? undefined : first
}

/** Folders are in one circle when each imports the other, directly or through further folders. */
function findCircles(arrows: Arrows): string[][] {
  const followed = new Map([...arrows.keys()].map((folder) => [folder, followFrom(arrows, folder)]))
  const circles = new Map<string, string[]>()
  for (const [folder, targets] of followed) {
    const circle = [...targets].filter((other) => followed.get(other)?.has(folder)).sort()
    if (targets.has(folder)) circles.set(circle.join(' '), circle)
  }
  return [...circles.values()]
}

function followFrom(arrows: Arrows, start: string): Set<string> {
  const followed = new Set<string>()
  const waiting = [...(arrows.get(start) ?? [])]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (followed.has(folder)) continue
    followed.add(folder)
    waiting.push(...(arrows.get(folder) ?? []))
  }
  return followed
}
