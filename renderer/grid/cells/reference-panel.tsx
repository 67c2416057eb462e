import { useId, useImperativeHandle } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import type { PanelProps } from './cell-type.ts'
import { Chip } from './chip.tsx'
import { EntityOption } from './entity-option.tsx'
import { OptionList } from './option-list.tsx'
import { toStub, useTargets } from './reference-search.ts'
import { referenceWrite } from './reference-writes.ts'
import { isStub, labelOf } from './stubs.ts'
import { useActiveOption } from './use-active-option.ts'

/** One entity, found by its label or any of its texts. */
export function ReferencePanel(panel: PanelProps) {
  const { column, value, text, isTyped, handle, commit, tellList } = panel
  const listId = useId()
  const { entities, isSettled, note } = useTargets(panel)
  const search = isTyped ? text.trim() : ''
  const currentId = isStub(value) ? value.id : undefined
  const active = useActiveOption(listId, entities.length, tellList, {
    search: isSettled ? search : '',
    initial: entities.findIndex(({ id }) => id === currentId),
  })
  const chosen = entities[active.index]
  const pick = (entity: EntityResource | undefined): void => {
    if (entity) commit(referenceWrite(toStub(entity)), 'stay')
  }

  useImperativeHandle(handle, () => ({
    takeKey: active.takeArrow,
    write: () => {
      if (chosen !== undefined) return chosen.id === currentId ? null : referenceWrite(toStub(chosen))
      return search === '' ? null : undefined
    },
  }))

  return (
    <>
      {isStub(value) && (
        <div className="grid-chosen">
          <Chip text={labelOf(value)} onRemove={() => commit(referenceWrite(null), 'stay')} />
        </div>
      )}
      <OptionList
        id={listId}
        label={`Choices for ${column.name}`}
        activeIndex={active.index}
        options={entities.map((entity) => ({
          id: entity.id,
          isChosen: entity.id === currentId,
          content: <EntityOption entity={entity} />,
        }))}
        onPick={(index) => pick(entities[index])}
      />
      {note !== undefined && <p className="grid-panel-note">{note}</p>}
    </>
  )
}
