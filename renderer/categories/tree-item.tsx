import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { thumbnailUrl } from '../api/client.ts'
import { levelOf } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import type { TreeRow } from '../query/category-tree.ts'
import { t } from '../ui/text.ts'
import { formatEntityCount } from '../state/entity-types.ts'

/** A channel beside the tree: what it calls the categories, by id. */
export interface TreeChannel {
  readonly names: ReadonlyMap<string, string>
}

interface TreeItemProps {
  readonly id: string
  readonly row: TreeRow
  readonly count: number
  /** The channel whose completeness and category names stand beside the categories. */
  readonly channel: TreeChannel | undefined
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
      <Picture value={node.picture} channel={props.channel} />
      {isRenaming ? (
        <NameInput name={node.label ?? ''} onDone={props.onRenamed} />
      ) : (
        <span className="tree-name">{name}</span>
      )}{' '}
      <ChannelName id={node.id} channel={props.channel} />
      <span className="tree-count">
        <span aria-hidden>{formatCount(count)}</span>
        <span className="visually-hidden">{formatEntityCount(count, 'product')}</span>
      </span>
      <Share node={node} channel={props.channel} />
    </div>
  )
}

interface BesideName {
  readonly channel: TreeChannel | undefined
}

function Picture({ value, channel }: BesideName & { readonly value: string | undefined }) {
  const { workspace } = useWorkspace()
  if (!channel) return null
  if (value === undefined) return <span className="tree-picture" aria-hidden />
  return (
    <img
      className="tree-picture"
      src={thumbnailUrl(workspace.id, value, 26)}
      alt=""
      loading="lazy"
      draggable={false}
    />
  )
}

/** The name of the category in the channel; inherited names are for the page of the channel. */
function ChannelName({ id, channel }: BesideName & { readonly id: string }) {
  if (!channel) return null
  const name = channel.names.get(id)
  return (
    <span className="tree-channel" title={name}>
      {name?.split(' > ').at(-1)}
    </span>
  )
}

/** The share of the products, those of lower levels included, that are complete for the channel. */
function Share({ node: { complete, total }, channel }: BesideName & { readonly node: TreeRow['node'] }) {
  if (!channel) return null
  if (complete === undefined || total === 0) return <span className="tree-share" />
  const percent = Math.floor((100 * complete) / total)
  return (
    <span className="tree-share" data-level={levelOf(percent)}>
      <span className="tree-bar" aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span aria-hidden>{t('{percent} %', { percent })}</span>
      <span className="visually-hidden">{t('{percent} % complete', { percent })}</span>
    </span>
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
