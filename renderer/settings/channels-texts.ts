import { missingValue, notAcceptedPrefix } from '#shared/filters.ts'
import type { ChannelCompleteness, ChannelField, ChannelIssue } from '#shared/channels.ts'
import type { FilterClause } from '../query/grid-query.ts'
import { formatCount } from '../ui/format-count.ts'
import { t, cachedByLocale } from '../ui/text.ts'

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

export interface Finding {
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
