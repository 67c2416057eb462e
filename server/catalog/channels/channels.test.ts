import { expect, test } from 'vitest'
import { channelKeys } from '#shared/channels.ts'
import { attributeKeyPattern } from '#shared/attributes.ts'
import { channelCatalog } from './channels.ts'

const templates = channelKeys.map((key) => channelCatalog[key])

test.each(templates)(
  '$key names every field once and looks for it under names as keys are made of them',
  ({ fields }) => {
    const targets = fields.map(({ target }) => target)
    expect(new Set(targets).size).toBe(targets.length)
    const odd = fields.flatMap(({ from }) => from).filter((name) => !attributeKeyPattern.test(name))
    expect(odd).toEqual([])
  },
)

test('ids tell the channels apart', () => {
  expect(new Set(templates.map(({ id }) => id)).size).toBe(channelKeys.length)
})

test('what each channel cannot do without', () => {
  const required = Object.fromEntries(
    templates.map(({ key, fields }) => [
      key,
      fields.filter(({ requirement }) => requirement === 'required').map(({ target }) => target),
    ]),
  )
  expect(required).toEqual({
    google_merchant: ['id', 'title', 'description', 'link', 'image_link', 'price'],
    shopify: ['Title'],
    amazon: [
      'feed_product_type',
      'item_sku',
      'brand_name',
      'item_name',
      'manufacturer',
      'standard_price',
      'quantity',
      'main_image_url',
    ],
    woocommerce: ['SKU', 'Name'],
  })
})

test.each(templates)(
  '$name has conditions over fields of its own, and counts those by nothing else',
  (template) => {
    const { fields, conditions } = template
    const parts = conditions.flatMap(({ anyOf }) => anyOf.flat()).map(({ target }) => target)
    const conditional = fields.filter(({ requirement }) => requirement === 'conditional')
    expect(fields.map(({ target }) => target)).toEqual(expect.arrayContaining(parts))
    expect(parts).toEqual(expect.arrayContaining(conditional.map(({ target }) => target)))
    const asked = fields.filter(({ requirement }) => ['required', 'recommended'].includes(requirement))
    expect(asked.filter(({ target }) => parts.includes(target))).toEqual([])
  },
)

test('Google takes a GTIN, an MPN with its brand, or the word that there is neither; and a stock for its availability', () => {
  const { conditions, fields } = channelCatalog.google_merchant
  expect(conditions.map(({ anyOf }) => anyOf.map((parts) => parts.map(({ target }) => target)))).toEqual([
    [['availability'], ['stock']],
    [['gtin'], ['mpn', 'brand'], ['identifier_exists']],
  ])
  const conditional = fields.filter(({ requirement }) => requirement === 'conditional')
  expect(conditional.map(({ target }) => target)).toEqual(['availability', 'stock', 'brand', 'gtin', 'mpn'])
})
