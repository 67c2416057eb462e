import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import type { PanelProps } from './cell-type.ts'
import { EntityOption } from './entity-option.tsx'
import { PickMany, type PickItem } from './pick-many.tsx'
import { toStub, useTargets } from './reference-search.ts'
import { listWrite } from './reference-writes.ts'
import { isStubList, labelOf } from './stubs.ts'

interface StubItem extends PickItem {
  readonly stub: ReferenceStub
  readonly entity?: EntityResource
}

/** Several entities in the order they were chosen. */
export function ReferenceListPanel(panel: PanelProps) {
  const { column, value } = panel
  const { entities, isSettled, note } = useTargets(panel)
  const before = isStubList(value) ? value : []
  return (
    <PickMany<StubItem>
      panel={panel}
      label={`Choices for ${column.name}`}
      options={entities.map((entity) => ({ ...toItem(toStub(entity)), entity }))}
      before={before.map(toItem)}
      renderOption={({ entity }) => entity && <EntityOption entity={entity} />}
      toWrite={(chosen) => listWrite(chosen.map(({ stub }) => stub))}
      isSettled={isSettled}
      note={note}
    />
  )
}

function toItem(stub: ReferenceStub): StubItem {
  return { id: stub.id, text: labelOf(stub), stub }
}
