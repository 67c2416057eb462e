import {
  type EntityResource,
  type EntityType,
  type ReferenceStub,
  parseUuid,
  pluralOf,
} from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '../../ui/focus.ts'
import type { Api } from '../../api/client.ts'
import { entityChoicesQuery } from '../../api/entities-queries.ts'
import type { PanelProps } from './cell-type.ts'
import { isStub, isStubList, labelOf } from './stubs.ts'
import type { CellWrite } from '../data/cell-write.ts'
import { cachedByLanguage, t, inSentence } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'

export function referenceWrite(stub: ReferenceStub | null): CellWrite {
  return { shown: stub, wire: stub?.id ?? null, text: stub ? labelOf(stub) : '' }
}

export function listWrite(stubs: readonly ReferenceStub[]): CellWrite {
  return {
    shown: stubs.length === 0 ? null : [...stubs],
    wire: stubs.map(({ id }) => id),
    text: stubs.map(labelOf).join(', '),
  }
}

const debounceMs = 150
const noEntities: readonly EntityResource[] = []
const manyChoices = 30

interface Choices {
  readonly entities: readonly EntityResource[]
  /** False while the list belongs to an earlier text; its entries must not be taken for the typed one. */
  readonly isSettled: boolean
  readonly note: string | undefined
}

/** The choices of a reference editor, searched a moment after the last key. */
export function useChoices({ column, context, text, isTyped, value }: PanelProps): Choices {
  const typed = isTyped ? text.trim() : ''
  const search = useDebouncedValue(typed, debounceMs)
  const type = column.referenceType ?? typeOf(value)
  const { data, isError, isPlaceholderData } = useQuery({
    ...entityChoicesQuery(context.api, type ?? 'product', search),
    enabled: type !== undefined,
    placeholderData: keepPreviousData,
  })
  const isSettled = search === typed && !isPlaceholderData
  if (type === undefined) return { entities: noEntities, isSettled, note: unknownTarget() }
  if (isError)
    return {
      entities: noEntities,
      isSettled,
      note: t('The list could not be loaded. Check that Vitrine is running.'),
    }
  return { entities: data ?? noEntities, isSettled, note: noteOf(data, search) }
}

export const unknownTarget = cachedByLanguage(() =>
  t('This reference does not say what it refers to. Check the attribute.'),
)

function noteOf(entities: readonly EntityResource[] | undefined, search: string): string | undefined {
  if (!entities) return t('Loading…')
  if (entities.length === 0)
    return search === ''
      ? t('There is nothing to choose from yet.')
      : t('Nothing found for “{search}”.', { search })
  return entities.length >= manyChoices ? t('Type to narrow the list.') : undefined
}

function typeOf(value: PanelProps['value']): EntityType | undefined {
  if (isStubList(value)) return value[0]?.type
  return isStub(value) ? value.type : undefined
}

/** Returns the entity that pasted text names: by id, by a unique label, or by SKU; otherwise a message. */
export async function resolveReference(
  api: Api,
  type: EntityType,
  text: string,
): Promise<ReferenceStub | string> {
  const wanted = text.trim()
  const id = parseUuid(wanted)
  const asked =
    id === undefined ? { query: { q: wanted, limit: 200 } } : { params: [['filter[id]', id]] as const }
  const { data } = await api.call(`GET /${pluralOf[type]}`, asked)
  const matches =
    id === undefined ? data.filter((entity) => foldText(labelOf(entity)) === foldText(wanted)) : data
  const byKey = matches.length === 0 && id === undefined ? await findBySku(api, type, wanted) : []
  const followed = matches.length + byKey.length === 0 ? await followAlias(api, type, wanted) : []
  const [only] = [...matches, ...byKey, ...followed]
  if (matches.length > 1)
    return t('Several {pluralOf} are called “{wanted}”. Choose one from the list.', {
      pluralOf: inSentence(typeTexts()[type].plural),
      wanted,
    })
  return only
    ? toStub(only)
    : t('There is no {type} “{wanted}”. Choose one from the list.', {
        type: typeTexts()[type].singular,
        wanted,
      })
}

async function findBySku(api: Api, type: EntityType, sku: string): Promise<readonly EntityResource[]> {
  const call = api.call(`GET /${pluralOf[type]}`, { query: { limit: 2 }, params: [['filter[sku]', sku]] })
  // A type without SKUs is refused: then nothing is found.
  return call.then(
    ({ data }) => (data.length === 1 ? data : []),
    () => [],
  )
}

/** The entity to which the text leads since a merge, or because somebody has said so. */
async function followAlias(api: Api, type: EntityType, text: string): Promise<readonly EntityResource[]> {
  const { data } = await api.call('GET /aliases', { query: { type, text, limit: 10 } })
  const ids = [...new Set(data.flatMap(({ entity_id: id }) => id ?? []))]
  if (ids.length !== 1) return []
  return (await api.call(`GET /${pluralOf[type]}`, { params: [['filter[id]', ids[0] ?? '']] })).data
}

export function toStub({ id, type, label }: EntityResource): ReferenceStub {
  return { id, type, label }
}
