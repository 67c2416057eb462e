import { compareTexts } from './text-order.ts'

interface TreeEntry {
  readonly id: string
  readonly label: string | null
  readonly parent_id: string | null
}

export interface CategoryName {
  readonly id: string
  readonly path: string
  readonly own: string
  readonly inherited: string
}

export function listCategoryNames(
  tree: readonly TreeEntry[],
  called: readonly { readonly id: string; readonly value: string }[],
): CategoryName[] {
  const byId = new Map(tree.map((entry) => [entry.id, entry]))
  const own = new Map(called.map(({ id, value }) => [id, value]))
  const named = new Map<string, CategoryName>()
  const name = (entry: TreeEntry): CategoryName => {
    const known = named.get(entry.id)
    if (known) return known
    const { id, label, parent_id: parent } = entry
    const parentEntry = byId.get(parent ?? '')
    const above = parentEntry && name(parentEntry)
    const found = {
      id,
      path: above ? `${above.path} > ${label ?? id}` : (label ?? id),
      own: own.get(id) ?? '',
      inherited: above ? above.own || above.inherited : '',
    }
    named.set(id, found)
    return found
  }
  return tree.map(name).sort((a, b) => compareTexts(a.path, b.path))
}
