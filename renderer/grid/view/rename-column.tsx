import { Popover } from '@base-ui/react/popover'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type RefObject } from 'react'
import { attributesKey, attributesQuery, updateAttribute } from '../../api/attributes-queries.ts'
import { explainRefusal } from '../../api/api-error.ts'
import { findNameFault, type GridColumn } from '../../query/columns.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useGrid } from '../data/grid-context.ts'
import { t } from '../../ui/text.ts'

interface RenameColumnProps {
  readonly column: GridColumn
  readonly anchor: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function RenameColumn({ column, anchor, isOpen, onOpenChange }: RenameColumnProps) {
  const { session } = useGrid()
  const close = (): void => {
    onOpenChange(false)
    session.screen.focusHeader(column.id)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={(open) => !open && close()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="ui-positioner"
        >
          <Popover.Popup
            className="ui-popup ui-popover"
            aria-label={t('Rename {name}', { name: column.name })}
            finalFocus={false}
          >
            <RenameForm column={column} onDone={close} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function RenameForm({ column, onDone }: { column: GridColumn; onDone: () => void }) {
  const { session } = useGrid()
  const { data: attributes = [] } = useQuery(attributesQuery(session.api, session.type))
  const [name, setName] = useState(column.name)
  const [fault, setFault] = useState<string>()
  const { isPending, mutate } = useRenaming(column, { onDone, onRefused: setFault })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === column.name) return onDone()
    const others = attributes.filter(({ key }) => key !== column.id)
    const found = findNameFault(
      name,
      others.map((other) => other.name),
    )
    setFault(found)
    if (found === undefined) mutate(name.trim())
  }
  return (
    <form className="grid-rename" onSubmit={submit} noValidate>
      <TextField
        label={t('Name')}
        value={name}
        error={fault}
        maxLength={200}
        onChange={setName}
        onFocus={(event) => event.target.select()}
      />
      <div className="ui-dialog-actions">
        <Button onClick={onDone}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {t('Rename')}
        </Button>
      </div>
    </form>
  )
}

interface RenamingEnds {
  readonly onDone: () => void
  readonly onRefused: (fault: string) => void
}

function useRenaming(column: GridColumn, { onDone, onRefused }: RenamingEnds) {
  const { session } = useGrid()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) =>
      updateAttribute(session.api, { key: column.id, entity_type: session.type }, { name }),
    onError: (error) => {
      const { name, general } = explainRefusal(error, [['name', 'name']])
      onRefused([name, general].filter(Boolean).join(' '))
    },
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: attributesKey(session.api.workspaceId) })
      session.announce(t('{name} is now {name2}.', { name: column.name, name2: name }))
      onDone()
    },
  })
}
