import { lettersOf } from '../shapes/column-roles.ts'
import { isObject, type JsonObject, objectsOf, pick, textOf, toList } from './json-tree.ts'

const members = new Set(
  'category categories collections productcategories taxons categorypath categorypaths breadcrumbs'.split(
    ' ',
  ),
)
const deepest = 20

/** The categories that a member of a record names, each as the names that lead to it; undefined where it names none. */
export function categoriesOf(name: string, value: unknown): string[][] | undefined {
  if (!members.has(lettersOf(name))) return undefined
  const list = toList(value) ?? [value]
  const paths = list.map(pathOf).filter((path) => path.length > 0)
  return paths.length === list.length && paths.length > 0 ? paths : undefined
}

function pathOf(value: unknown): string[] {
  if (typeof value === 'string') return partsOf(value)
  return isObject(value) ? pathOfObject(value, 0) : []
}

export function partsOf(path: string): string[] {
  return path
    .split(/[>»]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** A category with its own name and that of what it is part of, or with the whole way to it. */
function pathOfObject(value: JsonObject, depth: number): string[] {
  const way = objectsOf(pick(value, 'breadcrumbs', 'path', 'ancestors')).map(textOf)
  const own = textOf(value)
  if (own === '') return []
  const above = pick(value, 'parent', 'parentcategory')
  const before = isObject(above) && depth < deepest ? pathOfObject(above, depth + 1) : way
  return before.at(-1) === own ? before : [...before.filter((part) => part !== ''), own]
}
