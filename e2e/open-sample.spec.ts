import type { AttributeDefinition } from '#shared/attributes.ts'
import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test('grid.show.1 grid.show.2 grid.show.3 grid.show.4 the sample opens with the columns, rows and pictures of the API, and nothing comes from the network', async ({
  api,
  open,
  grid,
  served,
  page,
  catalog,
}) => {
  const foreignUrls: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(served.origin)) foreignUrls.push(request.url())
  })
  await open()
  await test.step('the columns of GET /attributes and the rows of the API', async () => {
    const attributes = await api.attributes('product')
    const products = await api.list('products')
    await grid.expectTotal(products.length)
    await expect(grid.root).toHaveAttribute('aria-colcount', String(attributes.length + 1))

    const names = columnOrder(attributes).map(({ name }) => name)
    const drawn = await grid.headerNames()
    expect(drawn).toEqual(names.slice(0, drawn.length))
    const first = products.slice(0, 10)
    await expect.poll(() => grid.values('Product name', 10)).toEqual(first.map(({ label }) => label))
    await expect.poll(() => grid.values('SKU', 10)).toEqual(first.map((it) => it.attributes['sku']))

    await grid.goTo(1, 'Product name')
    await grid.input.press('End')
    await expect(grid.header(names.at(-1) as string)).toBeVisible()
  })
  await test.step('its pictures come from the workspace file', async () => {
    await grid.goTo(1, 'Product name')
    const picture = (await grid.cell(1, 'Picture')).locator('img')
    await expect(picture).toBeVisible()
    await expect.poll(() => grid.root.locator('img').evaluateAll(brokenPictures)).toEqual([])

    const answer = await page.request.get((await picture.getAttribute('src')) as string)
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })
  await test.step('only the rows in view are drawn; scrolling and keys reach every other one', async () => {
    const products = await api.list('products')
    const last = products.at(-1)?.label as string
    await expect(grid.row(1)).toBeVisible()
    expect(await grid.rows().count()).toBeLessThan(60)
    await expect(grid.row(last)).toHaveCount(0)

    await grid.goTo(1, 'Product name')
    await grid.input.press('Control+End')
    await expect(grid.row(last)).toBeVisible()
    await expect(grid.row(products.length)).toContainText(last)
    expect(await grid.rows().count()).toBeLessThan(60)

    await grid.root.hover()
    await grid.root.page().mouse.wheel(0, -100_000)
    await expect(grid.row(products[0]?.label as string)).toBeVisible()
  })
  await test.step('every entity type has its own grid', async () => {
    for (const [name, plural] of [
      ['Images', 'images'],
      ['Vendors', 'vendors'],
      ['Categories', 'categories'],
    ] as const) {
      const entities = await api.list(plural)
      await catalog.goTo(name)
      if (name === 'Categories') await page.getByRole('button', { name: 'Show the grid' }).click()
      await expect(catalog.link(name)).toHaveText(`${name}${entities.length}`)
      await expect(grid.root).toHaveAccessibleName(plural)
      await grid.expectTotal(entities.length)
      await expect(grid.row(1)).toContainText(entities[0]?.label as string)
    }
    await catalog.goTo('Sources')
    await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible()
    await page.goBack()
    await expect(grid.root).toHaveAccessibleName('categories')
    expect(foreignUrls).toEqual([])
  })
})

function columnOrder(attributes: readonly AttributeDefinition[]): AttributeDefinition[] {
  return attributes.toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))
}

function brokenPictures(images: (HTMLElement | SVGElement)[]): string[] {
  return images
    .filter((image) => image instanceof HTMLImageElement && image.naturalWidth === 0)
    .map((image) => (image as HTMLImageElement).src)
}
