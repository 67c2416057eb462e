import { unitOfConstraints } from '#shared/kinds.ts'
import { filledBy } from '../channels/channels.ts'
import { amazonRows, type AmazonRow } from './amazon-rows.ts'
import {
  type ChannelContext,
  type ChannelLayout,
  getField,
  type LaidOut,
  withoutRows,
  tabLine,
} from './channel-layout.ts'
import type { LeftOut, ProductGroup } from './channel-product.ts'
import { parseCurrency } from '../channels/custom-template.ts'
import { homelessFields, toListing } from './listing-attributes.ts'

/**
 * Amazon's listings feed (JSON_LISTINGS_FEED of the Selling Partner API): a message for every product, and
 * one for each parent of variants.
 */
export const amazonJson: ChannelLayout = {
  mediaType: 'application/json',
  begin: (context) => {
    const header = {
      sellerId: inputOf(context, 'seller_id'),
      version: '2.0',
      issueLocale: languageOf(context),
    }
    return `{"header":${JSON.stringify(header)},"messages":[`
  },
  group: layOut,
  end: () => '\n]}\n',
}

function inputOf({ fields }: ChannelContext, target: string): string {
  return fields.find((field) => field.target === target)?.fixed ?? ''
}

function languageOf(context: ChannelContext): string {
  return inputOf(context, 'language_tag') || 'en_US'
}

export const amazonTsv: ChannelLayout = {
  mediaType: 'text/tab-separated-values; charset=utf-8',
  begin: (context) => {
    const targets = listColumns(context)
    const notice = 'The top 3 rows are for Amazon.com use only. Do not modify or delete the top 3 rows.'
    const first = ['TemplateType=fptcustom', 'Version=2021.1014', notice]
    return [first, targets.map(toLabel), targets].map(tabLine).join('')
  },
  group: (group, context) => {
    const { rows, leftOut } = amazonRows(group, context)
    const targets = listColumns(context)
    const lines = rows.map(({ fields }) => tabLine(targets.map((target) => fields[target] ?? '')))
    return { text: lines.join(''), items: countItems(rows), leftOut }
  },
  end: () => '',
}

function toLabel(target: string): string {
  const words = target.replaceAll('_', ' ').replace(/(\D)(\d+)$/, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parent row of variants is not for sale. */
function countItems(rows: readonly AmazonRow[]): number {
  return rows.filter(({ fields }) => fields['parent_child'] !== 'Parent').length
}

function listColumns({ fields }: ChannelContext): string[] {
  return fields.filter(({ isInput }) => !isInput).map(({ target }) => target)
}

function layOut(group: ProductGroup, context: ChannelContext): LaidOut {
  const { rows, leftOut } = amazonRows(group, context)
  const setting = missingSetting(context)
  if (setting) return withoutRows(group, [...leftOut, ...refuseAll(rows, context, setting)])
  const listings = rows.map((row) => ({ row, listing: toListing(row.fields, listingContext(context)) }))
  const faults = listings.map(({ row, listing }) => refusals(row, listing, context))
  const isParentRefused = faults.some(
    (found, index) => found.length > 0 && rows[index]?.fields['parent_child'] === 'Parent',
  )
  if (isParentRefused) return withoutRows(group, [...leftOut, ...faults.flat()])
  const sound = listings.filter((_, index) => faults[index]?.length === 0)
  const isLone = sound.length === 1 && sound[0]?.row.fields['parent_child'] === 'Parent'
  const written = isLone ? [] : sound
  return {
    text: written.map(({ listing }) => message(listing, context)).join(''),
    items: countItems(written.map(({ row }) => row)),
    leftOut: [...leftOut, ...faults.flat(), ...written.flatMap(({ row }) => homeless(row, context))],
  }
}

function listingContext(context: ChannelContext) {
  return {
    marketplace: inputOf(context, 'marketplace_id'),
    language: languageOf(context),
    currency: inputOf(context, 'currency_code') || currencyOf(context),
  }
}

function currencyOf(context: ChannelContext): string {
  const { constraints = {} } = getField(context, 'standard_price').attribute?.extras ?? {}
  return parseCurrency(unitOfConstraints(constraints)) ?? context.channel.settings.currency ?? ''
}

const neededSettings = ['seller_id', 'marketplace_id', 'currency_code'] as const

/** The feed names the seller, marketplace and currency; Amazon rejects the whole feed without them. */
function missingSetting(context: ChannelContext): string | undefined {
  const { currency } = listingContext(context)
  return neededSettings.find(
    (target) => inputOf(context, target) === '' && !(target === 'currency_code' && currency !== ''),
  )
}

function refuseAll(rows: readonly AmazonRow[], context: ChannelContext, target: string): LeftOut[] {
  const [first] = rows
  if (!first) return []
  const issue = `The JSON feed needs the ${target} of the seller.`
  const remedy = `Say it under Channels, as the same for all products: ${target}.`
  return [{ ...about(first, target, context), issue, remedy, value: '', isProduct: true }]
}

function about(
  { product }: AmazonRow,
  target: string,
  context: ChannelContext,
): Pick<LeftOut, 'id' | 'label' | 'target' | 'attribute'> {
  const attribute = filledBy(getField(context, target))
  return { id: product.id, label: product.label, target, attribute }
}

type Listing = ReturnType<typeof toListing>

function refusals(row: AmazonRow, { productType, attributes }: Listing, context: ChannelContext): LeftOut[] {
  const faults = context.checkListing?.(productType, attributes)
  if (!faults) {
    context.unchecked.add(productType)
    return []
  }
  const remedy = 'Amazon says in the schema of the product type what it wants there.'
  return faults.slice(0, 5).map((issue) => ({
    ...about(row, 'feed_product_type', context),
    issue: `${productType}: ${issue}.`,
    remedy,
    value: row.fields['item_sku'] ?? '',
    isProduct: true,
  }))
}

function homeless(row: AmazonRow, context: ChannelContext): LeftOut[] {
  const issue = 'The JSON feed has no place for this field; the flat file has.'
  const remedy = 'Send the flat file for it, or map nothing to it under Channels.'
  return homelessFields(row.fields).map((target) => ({
    ...about(row, target, context),
    issue,
    remedy,
    value: row.fields[target] ?? '',
    isProduct: false,
  }))
}

function message({ sku, productType, attributes }: Listing, { written }: ChannelContext): string {
  written.entries += 1
  const { entries } = written
  const content = {
    messageId: entries,
    sku,
    operationType: 'UPDATE',
    productType,
    requirements: 'LISTING',
    attributes,
  }
  return `${entries === 1 ? '' : ','}\n${JSON.stringify(content)}`
}
