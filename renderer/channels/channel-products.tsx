import { useEffect, useState, type ReactNode } from 'react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { CircleCheck, Sparkles } from 'lucide-react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { Channel } from '#shared/channels.ts'
import { fieldPromptsQuery } from '../api/channels-queries.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { countQuery } from '../query/list-queries.ts'
import { LocationLink } from '../query/location-link.tsx'
import { createPageLocation, usePageParams } from '../query/location.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { EmptyState } from '../ui/notice.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { leftOutId } from './channel-headline.tsx'
import type { RenderProducts } from './channel-surface.tsx'
import { readChannelsParams, type ChannelsParams } from './feature.ts'
import { columnOrder, leftOutQuery, rowsQuery, toFixQuery, type ToFix, type ToFixGroup } from './to-fix.ts'

interface ChannelProductsProps {
  readonly channel: Channel
  readonly attributes: readonly AttributeDefinition[]
  readonly items: readonly ToFix[]
  readonly renderProducts: RenderProducts
  readonly bar: ReactNode
}

/** A list of the missing values, and beside it the grid of exactly the products without them. */
export function ChannelProducts({ items: counted, ...rest }: ChannelProductsProps) {
  const [{ missing }] = usePageParams(readChannelsParams)
  const items = useSoldCounts(rest.channel, rest.attributes, counted)
  const chosen = useChosen(items, missing)
  const shown = chosen && chosen.products === 0 ? [chosen, ...items] : items
  const { api } = useWorkspace()
  const leftOut = useQuery(countQuery(api, 'product', leftOutQuery(rest.channel, rest.attributes))).data
  return (
    <div className="channel-split">
      <ToFixList channel={rest.channel} items={shown} chosen={missing} leftOut={leftOut} />
      <FixedProducts key={missing ?? 'all'} {...rest} items={shown} chosen={chosen} />
    </div>
  )
}

/** The chosen entry; it stays in the list when its last value has been filled in, and so do its rows. */
function useChosen(items: readonly ToFix[], id: string | undefined): ToFix | undefined {
  const found = items.find((item) => item.id === id)
  const [held, setHeld] = useState(found)
  if (found && found.id !== held?.id) setHeld(found)
  if (found) return found
  return held?.id === id && held ? { ...held, products: 0 } : undefined
}

/** Counts the entries in products of the file alone, and leaves out those that only others lack. */
function useSoldCounts(
  channel: Channel,
  attributes: readonly AttributeDefinition[],
  items: readonly ToFix[],
): readonly ToFix[] {
  const { api } = useWorkspace()
  const counts = useQueries({
    queries: items.map(({ rows }) => ({
      ...countQuery(api, 'product', rows && rowsQuery(channel, attributes, rows.clause)),
      enabled: rows !== undefined,
    })),
  })
  return items
    .map((item, index) => (item.rows ? { ...item, products: counts[index]?.data ?? item.products } : item))
    .filter(({ rows, products }) => rows === undefined || products > 0)
}

const groupTexts = cachedByLanguage((): Readonly<Record<ToFixGroup, string>> => ({
  required: t('Required and missing'),
  refused: t('Not accepted'),
  recommended: t('Recommended and missing'),
  unmapped: t('Not mapped yet'),
}))

const groups: readonly ToFixGroup[] = ['required', 'refused', 'recommended', 'unmapped']

interface ToFixListProps {
  readonly channel: Channel
  readonly items: readonly ToFix[]
  readonly chosen: string | undefined
  readonly leftOut: number | undefined
}

function ToFixList({ channel, items, chosen, leftOut }: ToFixListProps) {
  return (
    <nav className="to-fix" aria-label={t('What is missing')}>
      <ul>
        <ToFixLine
          channel={channel}
          params={{}}
          name={t('Everything to fix')}
          isCurrent={chosen === undefined}
        />
      </ul>
      {groups
        .map((group) => ({ group, ofGroup: items.filter((item) => item.group === group) }))
        .filter(({ ofGroup }) => ofGroup.length > 0)
        .map(({ group, ofGroup }) => (
          <div key={group} className="to-fix-group">
            <h2 id={`to-fix-${group}`}>{groupTexts()[group]}</h2>
            <ul aria-labelledby={`to-fix-${group}`}>
              {ofGroup.map(({ id, name, products, rows }) => (
                <ToFixLine
                  key={id}
                  channel={channel}
                  params={rows === undefined ? { tab: 'fields' } : { missing: id }}
                  name={name}
                  count={products}
                  isCurrent={chosen === id}
                />
              ))}
            </ul>
          </div>
        ))}
      <ul>
        <ToFixLine
          channel={channel}
          params={{ missing: leftOutId }}
          name={t('Left out by design')}
          count={leftOut || undefined}
          isCurrent={chosen === leftOutId}
        />
      </ul>
    </nav>
  )
}

interface ToFixLineProps {
  readonly channel: Channel
  readonly params: ChannelsParams
  readonly name: string
  readonly count?: number | undefined
  readonly isCurrent: boolean
}

function ToFixLine({ channel, params, name, count, isCurrent }: ToFixLineProps) {
  const { workspace } = useWorkspace()
  return (
    <li>
      <LocationLink
        className="to-fix-line"
        to={createPageLocation(workspace.id, 'channels', { channel: channel.key, ...params })}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="to-fix-name">{name}</span>
        {count === 0 && <CircleCheck aria-label={t('done')} />}
        {count !== undefined && count > 0 && <span className="to-fix-count">{formatCount(count)}</span>}
      </LocationLink>
    </li>
  )
}

interface FixedProductsProps extends ChannelProductsProps {
  readonly chosen: ToFix | undefined
}

/** The rows stay as they were chosen while they are worked on: a value that is filled in takes none away. */
function FixedProducts({ channel, attributes, items, chosen, renderProducts, bar }: FixedProductsProps) {
  const { api } = useWorkspace()
  const [{ missing }] = usePageParams(readChannelsParams)
  const surface = `channel ${channel.key}`
  const [fixed] = useState(() => {
    const look = gridLayoutOf(api.workspaceId, 'product', surface)
    look.showFirst(columnOrder(channel, items, chosen))
    if (chosen?.rows) look.workOn(chosen.rows.attribute)
    return missing === leftOutId
      ? leftOutQuery(channel, attributes)
      : chosen?.rows
        ? rowsQuery(channel, attributes, chosen.rows.clause)
        : toFixQuery(channel, attributes, items)
  })
  const [query, setQuery] = useState<GridQuery>(fixed)
  useNewColumns(channel, items, surface)
  const isNarrowedFurther = JSON.stringify({ ...query, sort: [] }) !== JSON.stringify(fixed)
  return (
    <section className="channel-rows" aria-label={t('Products')}>
      <div className="channel-rows-bar">
        {bar}
        <WriteMissing channel={channel} items={chosen ? [chosen] : items} query={query} />
        {isNarrowedFurther && (
          <Button variant="ghost" onClick={() => setQuery(fixed)}>
            {t('Show all of them again')}
          </Button>
        )}
      </div>
      {renderProducts({ query, onQueryChange: setQuery, surface, whenEmpty: <NothingToFix /> })}
    </section>
  )
}

interface WriteMissingProps {
  readonly channel: Channel
  readonly items: readonly ToFix[]
  readonly query: GridQuery
}

/** Has a model write the texts that products of the list lack, as proposals with an estimate before. */
function WriteMissing({ channel: { key, name }, items, query }: WriteMissingProps) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const mayGenerate = useMay()('generation')
  const { data: prompts = [] } = useQuery({
    ...fieldPromptsQuery(workspace.id, key),
    enabled: mayGenerate,
  })
  const lacking = items.flatMap(({ group, rows }) => (rows && group !== 'refused' ? [rows.attribute] : []))
  const attributes = prompts.map(({ attribute }) => attribute).filter((one) => lacking.includes(one))
  if (attributes.length === 0) return null
  return (
    <Button
      variant="ghost"
      onClick={() =>
        openDialog({ kind: 'generate', type: 'product', attributes, channel: { key, name, query } })
      }
    >
      <Sparkles aria-hidden />
      {t('Write what is missing…')}
    </Button>
  )
}

/** Shows what is found missing later behind what stands first already, so that no column moves. */
function useNewColumns(channel: Channel, items: readonly ToFix[], surface: string): void {
  const { api } = useWorkspace()
  const [shown] = useState(() => new Set(columnOrder(channel, items, undefined)))
  const added = items.flatMap(({ rows }) =>
    rows === undefined || shown.has(rows.attribute) ? [] : [rows.attribute],
  )
  const keys = added.join(' ')
  useEffect(() => {
    if (keys !== '') gridLayoutOf(api.workspaceId, 'product', surface).showFirst(keys.split(' '))
  }, [api, keys, surface])
}

function NothingToFix() {
  return (
    <EmptyState icon={CircleCheck} title={t('Nothing to fix here')}>
      {t('Every product of the file has what the channel requires.')}
    </EmptyState>
  )
}
