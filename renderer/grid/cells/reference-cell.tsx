import type { EntityResource, ReferenceStub, EntityType } from '#shared/entities.ts'
import { splitList, foldText } from '#shared/text.ts'
import { useId, useImperativeHandle } from 'react'
import { describeEntity } from '../../state/entity-types.ts'
import type { AfterCommit } from '../model/selection.ts'
import type { CellType, PanelProps } from './cell-type.ts'
import { Chip } from './referrer-chips.tsx'
import { NewOptionFault, newOptionEntry, type NewOption, useNewEntry } from './options.tsx'
import { OptionList, useActiveOption } from './option-list.tsx'
import { type PickItem, PickMany } from './pick-many.tsx'
import { resolveImages } from './picture-names.ts'
import {
  listWrite,
  referenceWrite,
  resolveReference,
  toStub,
  unknownTarget,
  useChoices,
} from './reference-search.ts'
import { isStub, isStubList, labelOf, toPlainText } from './stubs.ts'
import { t } from '../../ui/text.ts'
import { createEntity } from '../../api/entities-queries.ts'
import type { Api } from '../../api/client.ts'

function EntityOption({ entity }: { entity: EntityResource }) {
  const more = describeEntity(entity)
  return (
    <span className="grid-entity-option">
      <span>{labelOf(entity)}</span>
      {more !== '' && <span className="grid-entity-more">{more}</span>}
    </span>
  )
}

/** Types of entities that can be created from a reference: they need little more than a name. */
const creatable: readonly EntityType[] = ['vendor', 'category']

interface EntitySearch {
  readonly entities: readonly EntityResource[]
  readonly isSettled: boolean
}

function useNewEntity(
  { column, context, text, isTyped }: PanelProps,
  { entities, isSettled }: EntitySearch,
): NewOption<ReferenceStub> {
  const type = column.referenceType
  const name = text.trim()
  const isOffered =
    isTyped &&
    isSettled &&
    name !== '' &&
    type !== undefined &&
    creatable.includes(type) &&
    !entities.some((entity) => foldText(labelOf(entity)) === foldText(name))
  return useNewEntry(isOffered ? name : undefined, async (label) => {
    const stub = toStub(await createNamed(context.api, type ?? 'vendor', label))
    context.onCreated?.(stub)
    return stub
  })
}

async function createNamed(api: Api, type: EntityType, name: string): Promise<EntityResource> {
  const { data: attributes } = await api.call('GET /attributes', { query: { type } })
  const primary = attributes.find(({ is_primary: isPrimary }) => isPrimary)
  if (!primary) throw new Error(`There is no attribute that names a ${type} yet. Add one first.`)
  return createEntity(api, type, { [primary.key]: name })
}

function useReferenceList(panel: PanelProps, listId: string, currentId: string | undefined) {
  const { text, isTyped, commit, formatList } = panel
  const choices = useChoices(panel)
  const { entities, isSettled, note } = choices
  const fresh = useNewEntity(panel, choices)
  const entries = newOptionEntry(fresh)
  const active = useActiveOption(listId, entities.length + entries.length, formatList, {
    search: isSettled && isTyped ? text.trim() : '',
    initial: entities.findIndex(({ id }) => id === currentId),
    found: entities.length === 0 ? -1 : 0,
  })
  const pick = (index: number, after: AfterCommit): void => {
    const entity = entities[index]
    if (entity) commit(referenceWrite(toStub(entity)), after)
    else fresh.create((stub) => commit(referenceWrite(stub), after))
  }
  const isFresh = active.index >= 0 && active.index === entities.length
  return { entities, entries, note, fresh, active, isFresh, pick }
}

function ReferencePanel(panel: PanelProps) {
  const { column, value, text, isTyped, handle, commit } = panel
  const listId = useId()
  const search = isTyped ? text.trim() : ''
  const currentId = isStub(value) ? value.id : undefined
  const list = useReferenceList(panel, listId, currentId)
  const { entities, entries, note, fresh, active, isFresh, pick } = list
  const chosen = entities[active.index]

  useImperativeHandle(handle, () => ({
    takeKey: (event) => {
      if (!isFresh || event.key !== 'Enter') return active.takeArrow(event)
      pick(active.index, 'down')
      return true
    },
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
        label={t('Choices for {name}', { name: column.name })}
        activeIndex={active.index}
        options={[
          ...entities.map((entity) => ({
            id: entity.id,
            isChosen: entity.id === currentId,
            content: <EntityOption entity={entity} />,
          })),
          ...entries,
        ]}
        onPick={(index) => pick(index, 'stay')}
      />
      <NewOptionFault option={fresh} />
      {note !== undefined && <p className="grid-panel-note">{note}</p>}
    </>
  )
}

interface StubItem extends PickItem {
  readonly stub: ReferenceStub
  readonly entity?: EntityResource
}

function ReferenceListPanel(panel: PanelProps) {
  const { column, value } = panel
  const choices = useChoices(panel)
  const { entities, isSettled, note } = choices
  const option = useNewEntity(panel, choices)
  const before = isStubList(value) ? value : []
  return (
    <PickMany<StubItem>
      panel={panel}
      label={t('Choices for {name}', { name: column.name })}
      options={entities.map((entity) => ({ ...toItem(toStub(entity)), entity }))}
      before={before.map(toItem)}
      renderOption={({ entity }) => entity && <EntityOption entity={entity} />}
      toWrite={(chosen) => listWrite(chosen.map(({ stub }) => stub))}
      isSettled={isSettled}
      note={note}
      fresh={{ ...option, create: (onCreated) => option.create((stub) => onCreated(toItem(stub))) }}
    />
  )
}

function toItem(stub: ReferenceStub): StubItem {
  return { id: stub.id, text: labelOf(stub), stub }
}

export const referenceCell: CellType = {
  render: (value) => (isStub(value) ? <Chip text={labelOf(value)} /> : toPlainText(value)),
  format: (value) => (isStub(value) ? labelOf(value) : toPlainText(value)),
  parse: (text) => (text.trim() === '' ? referenceWrite(null) : undefined),
  resolve: async (text, { referenceType }, { api }) => {
    if (referenceType === undefined) return unknownTarget()
    if (referenceType === 'image') return resolveImages(api, text, false)
    const found = await resolveReference(api, referenceType, text)
    return typeof found === 'string' ? found : referenceWrite(found)
  },
  editor: { kind: 'inline', Panel: ReferencePanel, isSearch: true },
}

const drawnChips = 6

export const referenceListCell: CellType = {
  render: (value) => (
    <span className="grid-chips">
      {isStubList(value)
        ? value.slice(0, drawnChips).map((stub) => <Chip key={stub.id} text={labelOf(stub)} />)
        : toPlainText(value)}
    </span>
  ),
  format: (value) => (isStubList(value) ? value.map(labelOf).join(', ') : toPlainText(value)),
  parse: (text) => (text.trim() === '' ? listWrite([]) : undefined),
  resolve: async (text, { referenceType }, { api }) => {
    if (referenceType === undefined) return unknownTarget()
    if (referenceType === 'image') return resolveImages(api, text, true)
    const stubs: ReferenceStub[] = []
    for (const token of splitList(text)) {
      const found = await resolveReference(api, referenceType, token)
      if (typeof found === 'string') return found
      stubs.push(found)
    }
    return listWrite(stubs)
  },
  editor: { kind: 'inline', Panel: ReferenceListPanel, isSearch: true },
}
