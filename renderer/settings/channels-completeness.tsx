import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type {
  ChannelCompleteness,
  ChannelSummary,
  Requirement,
  ChannelField,
  ChannelIssue,
} from '#shared/channels.ts'
import { notAcceptedPrefix, missingValue } from '#shared/filters.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { completenessQuery } from '../api/channels-queries.ts'
import { emptyGridQuery, type FilterClause } from '../query/grid-query.ts'
import { goTo, everything, type PageLocation, toSearch } from '../query/location.ts'
import { Notice } from '../ui/notice.tsx'
import { levelOf, Progress, Skeleton } from '../ui/progress.tsx'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t, cachedByLocale } from '../ui/text.ts'
import { formatCount } from '../ui/format-count.ts'

export function ChannelSummaryLine({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery(completenessQuery(api, channel.key))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={28} />
  const { percent } = data
  return (
    <Progress
      label={describeCompleteness(data)}
      percent={percent}
      text={`${percent}%`}
      level={levelOf(percent)}
    />
  )
}

export function ChannelFindings({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data } = useQuery(completenessQuery(api, channel.key))
  const { data: attributes = [] } = useQuery(attributesQuery(api, 'product'))
  if (data === undefined) return null
  const nameOf = (key: string) => attributes.find((attribute) => attribute.key === key)?.name ?? key
  const missingOf = (wanted: Requirement) =>
    describeMissing(
      channel.key,
      data.missing.filter(({ requirement }) => requirement === wanted),
      nameOf,
    )
  const invalid = data.invalid.map((item) => ({
    text: describeInvalid(item, nameOf(item.key)),
    leadsTo: {
      attribute: item.key,
      clause: {
        key: `${notAcceptedPrefix}${channel.key}`,
        operator: 'eq',
        value: `${item.key}:${item.issue}`,
      },
    },
  }))
  return (
    <>
      <Findings title={t('Required and missing')} findings={missingOf('required')} />
      <Findings title={t('Not as the channel requires it')} findings={invalid} />
      <Findings title={t('Recommended and missing')} findings={missingOf('recommended')} />
      {isAllDone(data) && <Notice tone="success">{t('Nothing is missing and nothing is wrong.')}</Notice>}
    </>
  )
}

function isAllDone({ missing, invalid, products }: ChannelCompleteness): boolean {
  return products > 0 && missing.length === 0 && invalid.length === 0
}

function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <div className="channel-findings">
      <h3>{title}</h3>
      <ul>
        {findings.map(({ text, leadsTo }) => (
          <li key={text}>{leadsTo === undefined ? text : <RowsLink {...leadsTo} text={text} />}</li>
        ))}
      </ul>
    </div>
  )
}

function RowsLink({ attribute, clause, text }: NonNullable<Finding['leadsTo']> & { text: string }) {
  const { api } = useWorkspace()
  const location: PageLocation = {
    workspaceId: api.workspaceId,
    view: 'product',
    savedView: everything,
    query: { ...emptyGridQuery, clauses: [clause] },
  }
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    gridLayoutOf(api.workspaceId, 'product').seek(attribute)
    goTo(location)
  }
  return (
    <a href={toSearch(location)} onClick={follow}>
      {text}
    </a>
  )
}

export function describeCompleteness({ products, complete, percent }: ChannelCompleteness): string {
  if (products === 0) return t('There are no products yet.')
  if (complete === products) {
    return products === 1
      ? t('The one product is complete.')
      : t('All {products} products are complete.', { products: formatCount(products) })
  }
  const share = { complete, products: formatCount(products) }
  return percent === 100
    ? t(
        '{complete, plural, =0 {No product is} one {# product of {products} is} other {# products of {products} are}} complete. Nothing required is missing, but some values are not as the channel wants them.',
        share,
      )
    : t(
        '{complete, plural, =0 {No product is} one {# product of {products} is} other {# products of {products} are}} complete. {percent}% of the required values are there.',
        { ...share, percent },
      )
}

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale))

type Missing = ChannelCompleteness['missing'][number]

interface Finding {
  readonly text: string
  /** The attribute, and the filter for exactly these products; undefined for an unmapped field. */
  readonly leadsTo?: { readonly attribute: string; readonly clause: FilterClause } | undefined
}

/** Missing values in numbers of products; unmapped fields together, with the next step. */
export function describeMissing(
  channel: string,
  missing: readonly Missing[],
  nameOf: (key: string) => string,
): Finding[] {
  const unmapped = missing.filter(({ data_type: dataType }) => dataType === null).map(({ name }) => name)
  return [
    ...missing
      .filter(({ data_type: dataType }) => dataType !== null)
      .map(({ key, name, products }) => ({
        text: t('{name} is missing in {products, plural, one {# product} other {# products}}.', {
          name,
          products,
        }),
        leadsTo: {
          attribute: key,
          clause:
            nameOf(key) === name
              ? { key, operator: 'exists', value: 'false' }
              : { key: `${notAcceptedPrefix}${channel}`, operator: 'eq', value: `${key}:${missingValue}` },
        },
      })),
    ...(unmapped.length === 0
      ? []
      : [
          {
            text: t('No attribute fills {unmapped} yet. Choose below what does.', {
              unmapped: lists().format(unmapped),
            }),
          },
        ]),
  ]
}

const invalid: Readonly<Record<ChannelIssue, (name: string, products: number) => string>> = {
  too_long: (name, products) =>
    t('{name} is too long in {products, plural, one {# product} other {# products}}.', { name, products }),
  not_an_acceptable_value: (name, products) =>
    t(
      '{name} holds something that the channel does not accept in {products, plural, one {# product} other {# products}}.',
      { name, products },
    ),
}

/** Invalid values in numbers of products; `name` is the attribute's. */
export function describeInvalid(
  { issue, products }: ChannelCompleteness['invalid'][number],
  name: string,
): string {
  return invalid[issue](name, products)
}

const shownValues = 6

export function describeLimits({ max_length: length, acceptable_values: values }: ChannelField): string {
  if (length !== undefined)
    return t('At most {length, plural, one {# character} other {# characters}}', { length })
  if (values === undefined) return ''
  const more = values.length - shownValues
  const shown = values.slice(0, shownValues).join(', ')
  return more > 0 ? t('{values} and {count} more', { values: shown, count: more }) : shown
}
