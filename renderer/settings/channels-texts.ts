/** What the page of the channels says, in plain words. */
import type { ChannelCompleteness, ChannelField, ChannelIssue } from '#shared/channels.ts'
import { countOf, formatCount } from '../ui/format-count.ts'

/** How far all products are for a channel. */
export function tellCompleteness({ products, complete, percent }: ChannelCompleteness): string {
  if (products === 0) return 'There are no products yet.'
  if (complete === products) {
    return products === 1
      ? 'The one product is complete.'
      : `All ${formatCount(products)} products are complete.`
  }
  const share =
    complete === 0
      ? 'No product is'
      : `${countOf(complete, 'product')} of ${formatCount(products)} ${complete === 1 ? 'is' : 'are'}`
  return percent === 100
    ? `${share} complete. Nothing required is missing, but some values are not as the channel wants them.`
    : `${share} complete. ${percent}% of the required values are there.`
}

const lists = new Intl.ListFormat('en')

type Missing = ChannelCompleteness['missing'][number]

/** Something to do for a channel. */
export interface Finding {
  readonly text: string
  /** The key of the attribute that just these products lack; a condition over several names none. */
  readonly lacks?: string | undefined
}

/** What is missing in how many products; the fields that nothing fills together, with what to do about them. */
export function tellMissing(missing: readonly Missing[], nameOf: (key: string) => string): Finding[] {
  const unmapped = missing.filter(({ data_type: dataType }) => dataType === null).map(({ name }) => name)
  return [
    ...missing
      .filter(({ data_type: dataType }) => dataType !== null)
      .map(({ key, name, products }) => ({
        text: `${name} is missing in ${countOf(products, 'product')}.`,
        lacks: nameOf(key) === name ? key : undefined,
      })),
    ...(unmapped.length === 0
      ? []
      : [{ text: `No attribute fills ${lists.format(unmapped)} yet. Choose below what does.` }]),
  ]
}

const issueTexts: Readonly<Record<ChannelIssue, string>> = {
  too_long: 'is too long',
  not_an_acceptable_value: 'holds something that the channel does not accept',
}

/** What is wrong in how many products; `name` is what people call the attribute. */
export function tellInvalid(
  { issue, products }: ChannelCompleteness['invalid'][number],
  name: string,
): string {
  return `${name} ${issueTexts[issue]} in ${countOf(products, 'product')}.`
}

const shownValues = 6

/** What a channel accepts in a field; empty where it accepts anything. */
export function tellLimits({ max_length: length, acceptable_values: values }: ChannelField): string {
  if (length !== undefined) return `At most ${countOf(length, 'character')}`
  if (values === undefined) return ''
  const more = values.length - shownValues
  return values.slice(0, shownValues).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
