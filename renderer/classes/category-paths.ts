import { foldText } from '#shared/text.ts'
import type { Tree } from '../query/category-tree.ts'
import type { Token } from '../ui/token-picker.tsx'
import { t } from '../ui/text.ts'

const maxFound = 100

/** A category with those above it: `Furniture › Chairs`. */
export function formatPath(tree: Tree, id: string): string {
  if (!tree.byId.has(id)) return t('A category that is not in the tree')
  return [...tree.above(id), id].map((each) => tree.byId.get(each)?.label ?? t('Without a name')).join(' › ')
}

/** The categories whose path has the text, from the top down the tree, a hundred at most. */
export function findCategories(tree: Tree, text: string): Token[] {
  const wanted = foldText(text)
  const found: Token[] = []
  for (const { node } of tree.rows(new Set(tree.byId.keys()))) {
    const label = formatPath(tree, node.id)
    if (foldText(label).includes(wanted)) found.push({ value: node.id, label })
    if (found.length === maxFound) break
  }
  return found
}
