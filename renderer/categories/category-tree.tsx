import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Tree, TreeRow } from '../query/category-tree.ts'
import { TreeItem, type TreeChannel } from './tree-item.tsx'
import { followDrag } from '../ui/follow-drag.tsx'
import { t } from '../ui/text.ts'
import { toChord } from '../ui/kbd.tsx'

export interface CategoryTreeProps {
  readonly tree: Tree
  readonly chosen: string | undefined
  /** Whether the counts include lower levels. */
  readonly isDeep: boolean
  readonly channel?: TreeChannel | undefined
  readonly onChoose: (id: string) => void
  readonly onMove: (id: string, parentId: string | null) => void
  readonly onRename: ((id: string, name: string) => void) | undefined
  readonly onAdd: ((parentId: string) => void) | undefined
}

export function CategoryTree(props: CategoryTreeProps) {
  const { tree, chosen, onMove, onRename } = props
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const state = useTreeState(props)
  const { open, cut, active } = state
  const drag = useNodeDrag({ onPress: state.actions.focus, onDrop: onMove })
  useInView(`${id}-${active ?? ''}`)

  const finishRename = ({ node }: TreeRow, name: string | undefined): void => {
    state.actions.rename(undefined)
    element.current?.focus()
    if (name !== undefined && name.trim() !== '' && name !== node.label) onRename?.(node.id, name)
  }
  const item = (row: TreeRow) => (
    <TreeItem
      key={row.node.id}
      id={`${id}-${row.node.id}`}
      row={row}
      count={props.isDeep ? row.node.total : row.node.count}
      channel={props.channel}
      isOpen={open.has(row.node.id)}
      isActive={row.node.id === active}
      isChosen={row.node.id === chosen}
      isMoving={row.node.id === cut || row.node.id === drag.dragged}
      isTarget={row.node.id === drag.over && row.node.id !== drag.dragged}
      isRenaming={row.node.id === state.renamed}
      onRenamed={(name) => finishRename(row, name)}
      onToggle={() => state.actions.open(row.node.id, !open.has(row.node.id))}
      onPress={(event) => drag.startDrag(event, row.node.id)}
      onChoose={() => !drag.isDragEnd() && props.onChoose(row.node.id)}
    />
  )
  return (
    <>
      <div
        ref={element}
        role="tree"
        aria-label={t('Categories')}
        tabIndex={0}
        className="tree"
        aria-activedescendant={active && `${id}-${active}`}
        onKeyDown={state.onKeyDown}
      >
        {state.rows.map(item)}
      </div>
      {drag.dragged !== undefined && <TopPlace isOver={drag.over === ''} />}
      <MoveNote label={cut === undefined ? undefined : tree.nameOf(cut)} />
    </>
  )
}

function useInView(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
}

function TopPlace({ isOver }: { isOver: boolean }) {
  return (
    <div className="tree-top" data-node="" data-over={isOver || undefined}>
      {t('Drop here for the top')}
    </div>
  )
}

function MoveNote({ label }: { label: string | undefined }) {
  return (
    <p className="tree-note" role="status">
      {label !== undefined &&
        t('{label} is to be moved: go to another category and press Ctrl+V. Escape leaves it where it is.', {
          label,
        })}
    </p>
  )
}

interface TreeActions {
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

/**
 * Runs a key of the tree, or goes to the next node that begins with a letter. Returns whether the key was
 * used.
 */
function runTreeKey(
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

function useTreeState({ tree, chosen, onChoose, onMove, onRename, onAdd }: CategoryTreeProps) {
  const { open, setOpen, reveal } = useOpenNodes(tree, chosen)
  const [focused, setFocused] = useState(chosen)
  const [cut, setCut] = useState<string>()
  const [renamed, setRenamed] = useState<string>()
  const rows = tree.rows(open)
  const active = rows.some(({ node }) => node.id === focused) ? focused : rows[0]?.node.id
  const actions: TreeActions = {
    focus: setFocused,
    open: setOpen,
    choose: onChoose,
    rename: (node) => onRename && setRenamed(node),
    add: (node) => {
      setOpen(node, true)
      onAdd?.(node)
    },
    cut: setCut,
    paste: (target) => {
      if (cut !== undefined) onMove(cut, target)
      setCut(undefined)
      setOpen(target, true)
    },
    step: (node, direction) => {
      const place = tree.step(node, direction)
      if (!place) return
      if (place.parentId !== null) reveal(place.parentId)
      onMove(node, place.parentId)
    },
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || active === undefined) return
    if (runTreeKey(event, { rows, open, id: active }, actions)) event.preventDefault()
  }
  return { open, rows, active, cut, renamed, actions, onKeyDown }
}

function useOpenNodes(tree: Tree, chosen: string | undefined) {
  const [open, setOpenNodes] = useState<ReadonlySet<string>>(() => {
    const roots = tree.childrenOf(null)
    const first = roots.length <= shortTop ? roots.map(({ id }) => id) : []
    return new Set([...first, ...(chosen === undefined ? [] : tree.above(chosen))])
  })
  const setOpen = (id: string, isOpen: boolean): void =>
    setOpenNodes((present) => {
      const next = new Set(present)
      if (isOpen) next.add(id)
      else next.delete(id)
      return next
    })
  const reveal = (id: string): void => {
    for (const each of [...tree.above(id), id]) setOpen(each, true)
  }
  return { open, setOpen, reveal }
}

const shortTop = 12

const thresholdPx = 5

interface NodeDrag {
  readonly onPress: (id: string) => void
  readonly onDrop: (id: string, parentId: string | null) => void
}

/** Drags a node onto another, or to the top. Elements carry `data-node`, empty for the top. */
function useNodeDrag({ onPress, onDrop }: NodeDrag) {
  const [over, setOver] = useState<string>()
  const [dragged, setDragged] = useState<string>()
  const wasDragged = useRef(false)

  const startDrag = (event: PointerEvent<HTMLElement>, id: string): void => {
    if (event.button !== 0) return
    onPress(id)
    const { clientX: x, clientY: y } = event
    let target: string | undefined
    wasDragged.current = false
    followDrag(event, {
      onMove({ clientX, clientY }) {
        if (!wasDragged.current && Math.hypot(clientX - x, clientY - y) < thresholdPx) return
        wasDragged.current = true
        target = nodeAt(clientX, clientY)
        setDragged(id)
        setOver(target)
      },
      onEnd(isDropped) {
        // After Escape, releasing the button does not count as a press.
        wasDragged.current ||= !isDropped
        setOver(undefined)
        setDragged(undefined)
        if (isDropped && target !== undefined && target !== id) onDrop(id, target === '' ? null : target)
      },
    })
  }
  const isDragEnd = (): boolean => wasDragged.current
  return { startDrag, over, dragged, isDragEnd }
}

function nodeAt(x: number, y: number): string | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-node]')
  return element?.dataset['node']
}
