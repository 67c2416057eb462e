import type { TreeRow } from '../query/category-tree.ts'
import { toChord } from '../ui/chord.ts'

/** What the keys of the tree may ask for. */
export interface TreeActions {
  readonly focus: (id: string) => void
  readonly open: (id: string, isOpen: boolean) => void
  readonly choose: (id: string) => void
  readonly rename: (id: string | undefined) => void
  readonly add: (id: string) => void
  readonly cut: (id: string | undefined) => void
  readonly paste: (id: string) => void
  readonly step: (id: string, direction: 'in' | 'out') => void
}

interface Situation extends TreeActions {
  readonly rows: readonly TreeRow[]
  readonly at: number
  readonly row: TreeRow
  readonly isOpen: boolean
}

const keys: Readonly<Record<string, (tree: Situation) => void>> = {
  ArrowDown: (tree) => focusAt(tree, tree.at + 1),
  ArrowUp: (tree) => focusAt(tree, tree.at - 1),
  Home: (tree) => focusAt(tree, 0),
  End: (tree) => focusAt(tree, tree.rows.length - 1),
  ArrowRight: (tree) => {
    if (!tree.row.hasChildren) return
    if (tree.isOpen) focusAt(tree, tree.at + 1)
    else tree.open(tree.row.node.id, true)
  },
  ArrowLeft: (tree) => {
    if (tree.row.hasChildren && tree.isOpen) return tree.open(tree.row.node.id, false)
    focusAt(
      tree,
      tree.rows.findLastIndex(({ level }, index) => index < tree.at && level < tree.row.level),
    )
  },
  Enter: ({ choose, row }) => choose(row.node.id),
  Space: ({ choose, row }) => choose(row.node.id),
  F2: ({ rename, row }) => rename(row.node.id),
  'Ctrl+Enter': ({ add, row }) => add(row.node.id),
  'Ctrl+X': ({ cut, row }) => cut(row.node.id),
  'Ctrl+V': ({ paste, row }) => paste(row.node.id),
  Escape: ({ cut }) => cut(undefined),
  'Alt+Shift+ArrowRight': ({ step, row }) => step(row.node.id, 'in'),
  'Alt+Shift+ArrowLeft': ({ step, row }) => step(row.node.id, 'out'),
}

function focusAt({ rows, focus }: Situation, index: number): void {
  const row = rows[index]
  if (row) focus(row.node.id)
}

/** Runs a key of the tree, or goes to the next node that begins with a letter. Returns whether the key was used up. */
export function runTreeKey(
  event: Parameters<typeof toChord>[0],
  shown: { readonly rows: readonly TreeRow[]; readonly open: ReadonlySet<string>; readonly id: string },
  actions: TreeActions,
): boolean {
  const { rows, open, id } = shown
  const at = rows.findIndex(({ node }) => node.id === id)
  const row = rows[at]
  if (!row) return false
  const run = keys[toChord(event)]
  const situation = { ...actions, rows, at, row, isOpen: open.has(id) }
  if (run) run(situation)
  else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey)
    focusAt(situation, nextWith(event.key, rows, at))
  else return false
  return true
}

function nextWith(letter: string, rows: readonly TreeRow[], at: number): number {
  const isMatch = ({ node }: TreeRow): boolean =>
    (node.label ?? '').toLowerCase().startsWith(letter.toLowerCase())
  const behind = rows.findIndex((row, index) => index > at && isMatch(row))
  return behind === -1 ? rows.findIndex(isMatch) : behind
}
