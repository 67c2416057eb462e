import { expect, test } from './fixtures.ts'

test('grid.jobs.1 jobs are listed with what came of them, and their end is told', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  const edit = { type: 'product', filter: {}, set: { price: 'not a number' } }
  await expect.poll(async () => (await api.post('/bulk-edits', edit)).status).toBe(400)
  const started = await api.post('/bulk-edits', { ...edit, set: { stock: 5 } })
  expect(started.status).toBe(202)
  await expect(page.getByText('Bulk edit is done')).toBeVisible()
  await page.getByRole('button', { name: /^Jobs/ }).click()
  const tray = page.getByRole('dialog', { name: 'Jobs' })
  await expect(tray.getByRole('listitem').first()).toContainText('Bulk edit')
  await expect(tray.getByRole('listitem').first()).toContainText('changed')
})
