import { useSelector } from '@tanstack/react-store'
import { ChevronsDownUp, ChevronsUpDown, Group, X, Rows3 } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import { maxGroupLevels } from '#shared/value-limits.ts'
import { Button } from '../../ui/button.tsx'
import { SearchSelect } from '../../ui/select.tsx'
import { useWorkspace } from '../../state/workspace-context.ts'
import { runGridCommand } from '../actions/grid-commands.ts'
import { canGroup } from '../model/group-tree.ts'
import { gridLayoutOf, type LookStore } from '../../state/grid-layout.ts'
import type { GridColumn } from '../../query/columns.ts'
import { useGridColumns } from '../../query/use-grid-columns.ts'
import './group-menu.css'
import { t, cachedByLanguage } from '../../ui/text.ts'
import type { RowHeight } from '#shared/views.ts'
import { Menu, MenuChoice } from '../../ui/popover.tsx'

const flat = 'flat'
const tree = 'tree'
const keyPrefix = 'by '

export function GroupMenu({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns } = useGridColumns(workspace.id, type)
  const look = gridLayoutOf(workspace.id, type)
  const { keys } = useSelector(look.groupBy)
  const isTree = useSelector(look.isTree)
  const groupable = (columns ?? []).filter(canGroup)
  const grouping = keys.flatMap((key) => groupable.find(({ id }) => id === key) ?? [])
  const [column] = grouping
  const choose = (next: string): void => {
    const key = next.startsWith(keyPrefix) ? next.slice(keyPrefix.length) : undefined
    look.groupBy.set({ keys: key === undefined ? [] : withLevel(keys, 0, key) })
    look.isTree.set(next === tree)
  }
  const names = grouping.map(({ name }) => name).join(', ')
  const text = column ? t('Grouped by {names}', { names }) : isTree ? t('Variants below') : t('Group')
  const trigger = (
    <Button variant="ghost">
      <Group aria-hidden />
      {text}
    </Button>
  )
  return (
    <SearchSelect
      label={text}
      searchLabel={t('Find an attribute to group by')}
      trigger={trigger}
      value={column ? `${keyPrefix}${column.id}` : isTree ? tree : flat}
      options={[
        { value: flat, label: t('One after the other') },
        ...(type === 'product' ? [{ value: tree, label: t('Variants under their product') }] : []),
        ...groupable.map(({ id, name }) => ({ value: `${keyPrefix}${id}`, label: t('By {name}', { name }) })),
      ]}
      onChange={choose}
    >
      {column && <InnerLevels {...{ look, grouping, groupable }} />}
      {column && <GroupActions />}
    </SearchSelect>
  )
}

function withLevel(keys: readonly string[], level: number, key: string): string[] {
  const before = keys[level]
  const others = keys.map((one) => (one === key ? (before ?? '') : one))
  return [...others.slice(0, level), key, ...others.slice(level + 1)].filter((one) => one !== '')
}

interface InnerLevelsProps {
  readonly look: LookStore
  readonly grouping: readonly GridColumn[]
  readonly groupable: readonly GridColumn[]
}

function InnerLevels({ look, grouping, groupable }: InnerLevelsProps) {
  const keys = grouping.map(({ id }) => id)
  const options = groupable
    .filter(({ id }) => id !== keys[0])
    .map(({ id, name }) => ({ value: id, label: name }))
  const levels = Array.from({ length: Math.min(keys.length, maxGroupLevels - 1) }, (_, index) => index + 1)
  return (
    <div className="group-levels">
      {levels.map((level) => {
        const column = grouping[level]
        return (
          <div
            key={level}
            role="group"
            aria-label={t('Groups of level {level}', { level: level + 1 })}
            className="group-level"
          >
            <span>{t('Then by')}</span>
            <SearchSelect
              label={t('Attribute')}
              searchLabel={t('Find an attribute')}
              value={column?.id ?? ''}
              options={options}
              onChange={(key) => look.groupBy.set({ keys: withLevel(keys, level, key) })}
            />
            {column && (
              <Button
                variant="ghost"
                aria-label={t('Do not group by {name}', { name: column.name })}
                onClick={() => look.groupBy.set({ keys: keys.filter((key) => key !== column.id) })}
              >
                <X aria-hidden />
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}

function GroupActions() {
  return (
    <div className="group-actions">
      <Button variant="ghost" onClick={() => runGridCommand('collapse-groups')}>
        <ChevronsDownUp aria-hidden />
        {t('Collapse all')}
      </Button>
      <Button variant="ghost" onClick={() => runGridCommand('expand-groups')}>
        <ChevronsUpDown aria-hidden />
        {t('Expand all')}
      </Button>
    </div>
  )
}

const choices = cachedByLanguage((): readonly { readonly value: RowHeight; readonly label: string }[] => [
  { value: 'compact', label: t('Compact') },
  { value: 'normal', label: t('Normal') },
  { value: 'tall', label: t('Tall') },
  { value: 'extra_tall', label: t('Extra tall') },
])

export function RowHeightMenu({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const look = gridLayoutOf(workspace.id, type)
  const rowHeight = useSelector(look.rowHeight)
  const trigger = (
    <Button variant="ghost">
      <Rows3 aria-hidden />
      {t('Row height')}
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuChoice
        label={t('Row height')}
        value={rowHeight}
        choices={choices()}
        onChange={(next) => look.rowHeight.set(next)}
      />
    </Menu>
  )
}
