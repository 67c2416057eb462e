import { expect, test } from './fixtures.ts'

test(
  'grid.attribute.7 the meanings of attributes are proposed, taken at once and undone',
  { tag: '@long' },
  async ({ page, open, catalog, api }) => {
    const meanings = async () =>
      (await api.attributes('product')).flatMap(({ key, semantic_type: type }) =>
        type ? [`${key} ${type}`] : [],
      )
    await open()
    await catalog.goTo('Attributes')
    await page.getByRole('button', { name: 'Show the proposals' }).click()
    const dialog = page.getByRole('dialog', { name: 'What the attributes mean' })
    await expect(dialog.getByRole('row', { name: /^SKU SKU Its key/ })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Colour' }).uncheck()
    await dialog.getByRole('button', { name: /^Use \d+ meanings/ }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(meanings).toContain('sku sku')
    expect(await meanings()).not.toContain('colour color')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(meanings).toEqual([])
  },
)

test.describe('in a workspace without the sample', () => {
  test.use({ sample: false })

  test('grid.channel.6 enabling a channel shows what fills its fields and why; one click takes all of it', async ({
    page,
    open,
    catalog,
    api,
  }) => {
    const text = { entity_type: 'product', data_type: 'single_line_text_field' }
    await api.define({ ...text, name: 'Bezeichnung', is_primary: true })
    await api.define({ ...text, name: 'Kennung', semantic_type: 'sku' })
    await api.create('products', { bezeichnung: 'Stuhl', kennung: 'K-1' })
    await open()
    await catalog.goTo('Channels')
    await page.getByRole('button', { name: 'Enable Amazon' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enable Amazon' })
    await expect(dialog.getByRole('row', { name: 'item_sku Kennung Its meaning K-1' })).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'item_name' }).uncheck()
    await dialog.getByRole('button', { name: /^Enable with \d+ field/ }).click()
    await expect(page.getByRole('link', { name: 'Amazon' })).toBeVisible()
    const { fields } = (await api.get('/channels/amazon')).body.data
    const filled = (name: string) =>
      fields.find(({ target }: { target: string }) => target === name).attribute
    expect([filled('item_sku'), filled('item_name')]).toEqual(['kennung', null])
  })
})
