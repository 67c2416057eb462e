import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatCount } from '../ui/format-count.ts'
import type { TreeRow } from '../query/category-tree.ts'
import { t } from '../ui/text.ts'
import { formatEntityCount } from '../state/entity-types.ts'

interface TreeItemProps {
  readonly id: string
  readonly row: TreeRow
  readonly count: number
  readonly isOpen: boolean
  readonly isActive: boolean
  readonly isChosen: boolean
  readonly isMoving: boolean
  readonly isTarget: boolean
  readonly isRenaming: boolean
  readonly onRenamed: (name: string | undefined) => void
  readonly onToggle: () => void
  readonly onPress: (event: PointerEvent<HTMLElement>) => void
  readonly onChoose: () => void
}

const indentPx = 16

export function TreeItem(props: TreeItemProps) {
  const { id, row, count, isOpen, isActive, isChosen, isMoving, isTarget, isRenaming } = props
  const { node, level } = row
  const name = node.label ?? t('Without a name')
  return (
    <div
      role="treeitem"
      id={id}
      className="tree-item"
      style={{ paddingInlineStart: 4 + (level - 1) * indentPx }}
      aria-selected={isChosen}
      {...branchOf(row, isOpen)}
      data-node={node.id}
      data-active={isActive || undefined}
      data-moving={isMoving || undefined}
      data-over={isTarget || undefined}
      onPointerDown={isRenaming ? undefined : props.onPress}
      onClick={isRenaming ? undefined : props.onChoose}
    >
      <Toggle hasChildren={row.hasChildren} isOpen={isOpen} onToggle={props.onToggle} />
      {isRenaming ? (
        <NameInput name={node.label ?? ''} onDone={props.onRenamed} />
      ) : (
        <span className="tree-name">{name}</span>
      )}{' '}
      <span className="tree-count">
        <span aria-hidden>{formatCount(count)}</span>
        <span className="visually-hidden">{formatEntityCount(count, 'product')}</span>
      </span>
    </div>
  )
}

function branchOf({ level, position, siblings, hasChildren }: TreeRow, isOpen: boolean) {
  return {
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    'aria-expanded': hasChildren ? isOpen : undefined,
  }
}

interface ToggleProps {
  readonly hasChildren: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Toggle({ hasChildren, isOpen, onToggle }: ToggleProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <span
      className="tree-toggle"
      aria-hidden
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      {hasChildren && <Icon size={15} />}
    </span>
  )
}

function NameInput({ name, onDone }: { name: string; onDone: (name: string | undefined) => void }) {
  const [text, setText] = useState(name)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') onDone(text)
    if (event.key === 'Escape') onDone(undefined)
  }
  return (
    <input
      className="ui-control tree-input"
      aria-label={t('Name of the category')}
      value={text}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => onDone(text)}
    />
  )
}
