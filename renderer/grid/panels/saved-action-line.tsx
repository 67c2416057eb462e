import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus, MoreHorizontal, Pencil, Save, Trash2 } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { SavedAction } from '#shared/bulk-operations.ts'
import {
  createSavedAction,
  deleteSavedAction,
  savedActionsKey,
  savedActionsQuery,
  updateSavedAction,
} from '../../api/views-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Menu, MenuItem } from '../../ui/popover.tsx'
import { Select } from '../../ui/select.tsx'
import { showSuccess } from '../../ui/toast.tsx'
import type { EditTarget } from '../actions/bulk-target.ts'
import type { AffectedRows } from './affected-rows.tsx'
import type { BulkChanges } from './bulk-change.ts'
import { t } from '../../ui/text.ts'

interface SavedActionLineProps {
  affected: AffectedRows
  chosen: SavedAction | undefined
  onChoose: (action: SavedAction | undefined) => void
  askForChanges: () => BulkChanges | undefined
  onFault: (error: unknown) => void
}

const none = 'none'

export function SavedActionBar(props: SavedActionLineProps) {
  const { affected, chosen, onChoose } = props
  const { session, type } = affected
  const { data: actions = [] } = useQuery(savedActionsQuery(session.api.workspaceId, type))
  const { naming, setNaming, ...writes } = useActionWrites(props)
  return (
    <section className="bulk-actions" aria-label={t('Saved actions')}>
      <ActionChoice actions={actions} chosen={chosen} onChoose={onChoose} />
      {chosen !== undefined && (
        <ActionMenu action={chosen} writes={writes} onRename={() => setNaming('rename')} />
      )}
      {naming === undefined ? (
        <Button variant="ghost" onClick={() => setNaming('new')}>
          <BookmarkPlus aria-hidden />
          {t('Save as an action')}
        </Button>
      ) : (
        <ActionNameFields
          start={naming === 'rename' ? (chosen?.name ?? '') : ''}
          target={naming === 'new' ? affected.narrowing : undefined}
          onSave={writes.name}
          onCancel={() => setNaming(undefined)}
        />
      )}
    </section>
  )
}

interface ActionChoiceProps extends Pick<SavedActionLineProps, 'chosen' | 'onChoose'> {
  actions: readonly SavedAction[]
}

function ActionChoice({ actions, chosen, onChoose }: ActionChoiceProps) {
  if (actions.length === 0) return null
  const options = actions.map(({ id, name, broken }) => ({
    value: id,
    label: broken ? t('{name} (names what is no longer there)', { name }) : name,
  }))
  return (
    <Select
      label={t('Saved action')}
      value={chosen?.id ?? none}
      options={[{ value: none, label: t('New change') }, ...options]}
      onChange={(id) => onChoose(actions.find((action) => action.id === id))}
    />
  )
}

function useActionWrites({ affected, chosen, onChoose, askForChanges, onFault }: SavedActionLineProps) {
  const { session, type } = affected
  const { workspaceId } = session.api
  const queries = useQueryClient()
  const [nameMode, setNaming] = useState<'new' | 'rename'>()
  const finishWrite = async (work: Promise<SavedAction | undefined>, message: string): Promise<void> => {
    try {
      const action = await work
      await queries.invalidateQueries({ queryKey: savedActionsKey(workspaceId) })
      setNaming(undefined)
      onChoose(action)
      showSuccess(message)
    } catch (error) {
      onFault(error)
    }
  }
  const save = (name: string, target: EditTarget | undefined): void => {
    const changes = askForChanges()
    if (changes === undefined) return
    const { filter = {}, filter_join, q = '' } = target ?? {}
    const where = { filter, q, ...(filter_join === 'or' && ({ filter_join } as const)) }
    const body = { name, entity_type: type, ...changes, ...where }
    void finishWrite(createSavedAction(workspaceId, body), t('Saved the action “{name}”', { name }))
  }
  const update = ({ id, name }: SavedAction): void => {
    const changes = askForChanges()
    if (changes === undefined) return
    const patch = { set: {}, clear: [], append: {}, replace: null, ...changes }
    void finishWrite(updateSavedAction(workspaceId, id, patch), t('Changed the action “{name}”', { name }))
  }
  const remove = async ({ id, name }: SavedAction): Promise<void> =>
    finishWrite(
      deleteSavedAction(workspaceId, id).then(() => undefined),
      t('Deleted the action “{name}”', { name }),
    )
  const saveName = (text: string, target: EditTarget | undefined): void => {
    if (nameMode !== 'rename' || chosen === undefined) return save(text, target)
    void finishWrite(
      updateSavedAction(workspaceId, chosen.id, { name: text }),
      t('Renamed the action to “{text}”', { text }),
    )
  }
  return { naming: nameMode, setNaming, name: saveName, update, remove }
}

interface ActionMenuProps {
  action: SavedAction
  writes: Pick<ReturnType<typeof useActionWrites>, 'update' | 'remove'>
  onRename: () => void
}

function ActionMenu({ action, writes, onRename }: ActionMenuProps) {
  const trigger = (
    <Button variant="ghost" aria-label={t('More about {name}', { name: action.name })}>
      <MoreHorizontal aria-hidden />
    </Button>
  )
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={Save} onSelect={() => writes.update(action)}>
        {t('Save what is entered')}
      </MenuItem>
      <MenuItem icon={Pencil} onSelect={onRename}>
        {t('Rename')}
      </MenuItem>
      <MenuItem icon={Trash2} onSelect={() => void writes.remove(action)}>
        {t('Delete the action')}
      </MenuItem>
    </Menu>
  )
}

interface ActionNameFieldsProps {
  start: string
  target: EditTarget | undefined
  onSave: (name: string, target: EditTarget | undefined) => void
  onCancel: () => void
}

function ActionNameFields({ start, target, onSave, onCancel }: ActionNameFieldsProps) {
  const [name, setName] = useState(start)
  const [savesFilter, setPlaced] = useState(false)
  const save = (): void => {
    if (name.trim() !== '') onSave(name.trim(), savesFilter ? target : undefined)
  }
  // Enter would submit the outer form and change the rows; Escape would close the dialog.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    if (event.key === 'Enter' && !(event.target instanceof HTMLInputElement && event.target.type === 'text'))
      return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') save()
    else onCancel()
  }
  return (
    <div className="bulk-new-action" onKeyDown={onKeyDown}>
      <TextField
        label={t('Name of the action')}
        value={name}
        onChange={setName}
        maxLength={200}
        placeholder={t('Such as: Raise prices')}
        autoFocus
      />
      {target !== undefined && (
        <Checkbox
          label={t('Always where the present filter and search match')}
          checked={savesFilter}
          onChange={setPlaced}
        />
      )}
      <div className="bulk-new-action-buttons">
        <Button disabled={name.trim() === ''} onClick={save}>
          {t('Save the action')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('Not now')}
        </Button>
      </div>
    </div>
  )
}
