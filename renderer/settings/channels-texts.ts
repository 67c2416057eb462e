/** What the page of the channels says, in plain words. */
import {
  type Channel,
  type ChannelCompleteness,
  type ChannelField,
  type ChannelIssue,
  type ChannelKey,
  givenChannel,
} from '#shared/channels.ts'
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

/** What is missing in how many products; the fields that nothing fills together, with what to do about them. */
export function tellMissing(missing: readonly Missing[]): string[] {
  const unmapped = missing.filter(({ data_type: dataType }) => dataType === null).map(({ name }) => name)
  return [
    ...missing
      .filter(({ data_type: dataType }) => dataType !== null)
      .map(({ name, products }) => `${name} is missing in ${countOf(products, 'product')}.`),
    ...(unmapped.length === 0
      ? []
      : [`No attribute fills ${lists.format(unmapped)} yet. Choose below what does.`]),
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

const categoryHints: Readonly<Partial<Record<ChannelKey, string>>> = {
  google_merchant:
    'A category of Google’s product taxonomy, by its path or number: Furniture > Chairs, or 443. Put Google’s list into the data folder as taxonomies/google_merchant.txt, and exports check by it.',
  shopify: 'A category of Shopify’s product taxonomy, by its path: Furniture > Chairs.',
  amazon: 'An Amazon product type: CHAIR, SOFA, LAMP.',
}

/** How a channel names categories, where it has names of its own for them. */
export function hintOfCategories({ key, fields }: Channel): string | undefined {
  const given = givenChannel(key)
  if (given !== undefined) return categoryHints[given]
  const columns = fields.filter(({ kind }) => kind === 'category').map(({ target }) => target)
  return columns.length === 0
    ? undefined
    : `What stands in ${lists.format(columns)}. Put the official list into the data folder as taxonomies/${key}.txt, and exports check by it.`
}

interface TreeEntry {
  readonly id: string
  readonly label: string | null
  readonly parent_id: string | null
}

interface CategoryName {
  readonly id: string
  /** From the top down. */
  readonly path: string
  readonly own: string
  /** What it goes by without a name of its own: that of the nearest category above it. */
  readonly inherited: string
}

/** Categories in the order of their paths, with what a channel calls them. */
export function listCategories(
  tree: readonly TreeEntry[],
  called: ReadonlyMap<string, string>,
): CategoryName[] {
  const byId = new Map(tree.map((entry) => [entry.id, entry]))
  const name = ({ id, label, parent_id: parent }: TreeEntry): CategoryName => {
    const entry = byId.get(parent ?? '')
    const above = entry && name(entry)
    return {
      id,
      path: above ? `${above.path} > ${label ?? id}` : (label ?? id),
      own: called.get(id) ?? '',
      inherited: above ? above.own || above.inherited : '',
    }
  }
  return tree.map(name).sort((a, b) => a.path.localeCompare(b.path))
}
