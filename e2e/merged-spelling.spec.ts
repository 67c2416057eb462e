import { expect, test } from './fixtures.ts'

test('quality.clusters.4 a spelling of three vendors is mended in five actions and kept over the next import', async ({
  open,
  page,
  api,
  catalog,
  grid,
  served,
}) => {
  for (const name of ['Küchenwerk', 'Kuechenwerk', 'Küchenwerk GmbH'])
    await api.create('vendors', { vendor_name: name })
  await open()
  await catalog.goTo('Vendors')
  await expect(grid.row(1)).toBeVisible()
  const before = await api.count('vendors')
  // The menu of the column and its entry are two actions, then follow three.
  await grid.chooseFromMenu('Name', 'Find similar values')
  const group = page.getByRole('main').locator('.cluster').filter({ hasText: 'Kuechenwerk' })
  await expect(group.getByRole('listitem')).toHaveCount(3)
  await group.getByRole('checkbox').first().click()
  await page.getByRole('main').getByRole('button', { name: 'Merge…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.poll(() => api.count('vendors')).toBe(before - 2)

  const form = new FormData()
  const settings = { type: 'product', merge_key: 'sku', create_missing_vendors: 'true', misfits: 'cell' }
  for (const [name, value] of Object.entries(settings)) form.append(name, value)
  form.append('file', new Blob(['SKU,Product name,Vendor\nKS-1,Pan,Küchenwerk GmbH\n']), 'next.csv')
  const headers = { authorization: `Bearer ${api.key}` }
  await fetch(`${served.origin}/api/v1/imports`, { method: 'POST', headers, body: form })
  await api.jobsEnded('import', 1)
  const made = await api.find('products', 'sku', 'KS-1')
  expect(made.attributes['vendor']).toMatchObject({ type: 'vendor' })
  expect(await api.count('vendors')).toBe(before - 2)
  const { data: aliases } = (await api.get('/aliases?type=vendor')).body
  expect(aliases.map(({ text }: { text: string }) => text)).toContain('Küchenwerk GmbH')
})
