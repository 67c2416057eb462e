import { useSelector } from '@tanstack/react-store'
import { ChevronsDownUp, ChevronsUpDown, Group } from 'lucide-react'
import type { EntityType } from '#shared/entities.ts'
import { Button } from '../../ui/button.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useWorkspace } from '../../state/workspace-context.ts'
import { runGridCommand } from '../actions/grid-commands.ts'
import { canGroup } from '../model/arrangement.ts'
import { lookOf } from '../../state/look.ts'
import { useGridColumns } from '../../query/use-grid-columns.ts'
import './group-menu.css'

const flat = 'flat'
const tree = 'tree'
const keyPrefix = 'by '

/** Chooses how the rows are arranged: one after the other, variants under their product, or in groups of one value. */
export function GroupMenu({ type }: { type: EntityType }) {
  const { workspace } = useWorkspace()
  const { columns } = useGridColumns(workspace.id, type)
  const look = lookOf(workspace.id, type)
  const { key } = useSelector(look.groupBy)
  const isTree = useSelector(look.isTree)
  const column = columns?.find(({ id }) => id === key)
  const choose = (next: string): void => {
    look.groupBy.set({ key: next.startsWith(keyPrefix) ? next.slice(keyPrefix.length) : null })
    look.isTree.set(next === tree)
  }
  const text = column ? `Grouped by ${column.name}` : isTree ? 'Variants below' : 'Group'
  const trigger = (
    <Button variant="ghost">
      <Group aria-hidden />
      {text}
    </Button>
  )
  return (
    <SearchSelect
      label={text}
      searchLabel="Find an attribute to group by"
      trigger={trigger}
      value={column ? `${keyPrefix}${column.id}` : isTree ? tree : flat}
      options={[
        { value: flat, label: 'One after the other' },
        ...(type === 'product' ? [{ value: tree, label: 'Variants under their product' }] : []),
        ...(columns ?? [])
          .filter(canGroup)
          .map(({ id, name }) => ({ value: `${keyPrefix}${id}`, label: `By ${name}` })),
      ]}
      onChange={choose}
    >
      {column && <GroupActions />}
    </SearchSelect>
  )
}

function GroupActions() {
  return (
    <div className="group-actions">
      <Button variant="ghost" onClick={() => runGridCommand('collapse-groups')}>
        <ChevronsDownUp aria-hidden />
        Collapse all
      </Button>
      <Button variant="ghost" onClick={() => runGridCommand('expand-groups')}>
        <ChevronsUpDown aria-hidden />
        Expand all
      </Button>
    </div>
  )
}
