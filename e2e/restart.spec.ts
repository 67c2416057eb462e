import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { Api, ServedApp } from './served-app.ts'

const rows = 6_000

test(
  'grid.bulk.3 a bulk edit that a crash of the server cuts off goes on with the next start, and changes each row once',
  { tag: '@long' },
  async ({ page }) => {
    // The server of the other tests must not go away under them.
    let served = await ServedApp.start()
    try {
      const workspace = await served.createWorkspace('Cut off', { sample: false })
      const key = await served.createKey(workspace)
      const api = new Api(served.origin, key)
      const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const
      await api.define({ ...text, name: 'Name', is_primary: true })
      await api.define({ ...text, name: 'Note' })
      for (let at = 0; at < rows; at += 100) {
        const items = Array.from({ length: 100 }, (_, index) => ({
          attributes: { name: `Part ${at + index}`, note: 'old' },
        }))
        await api.post('/products/batch', { items })
      }
      await page.goto(served.appUrl)
      await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
      await page.getByRole('button', { name: 'Bulk edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit many rows at once' })
      const line = dialog.getByRole('group', { name: 'Change 1' })
      await line.getByRole('combobox', { name: 'Attribute' }).click()
      await page.getByRole('option', { name: 'Note', exact: true }).click()
      await line.getByRole('combobox', { name: 'Action' }).click()
      await page.getByRole('option', { name: 'put after', exact: true }).click()
      await line.getByLabel('Text after').fill('+new')
      await dialog.getByRole('button', { name: /^Change 6,000 rows/ }).click()

      const count = async (note: string): Promise<number> =>
        (await api.get(`/products?limit=1&filter[note]=${encodeURIComponent(note)}`)).body.pagination.total
      let changed = 0
      await expect.poll(async () => (changed = await count('old+new')), { intervals: [5] }).toBeGreaterThan(0)
      await served.kill()
      expect(changed, 'the job is in the middle').toBeLessThan(rows)
      await expect(page.getByText(/not answer|away|no connection|cannot be reached/i).first()).toBeVisible()

      served = await ServedApp.start(served)
      await expect.poll(() => count('old+new')).toBe(rows)
      expect(await count('old')).toBe(0)
      await expect
        .poll(async () => (await api.get('/jobs')).body.data[0])
        .toMatchObject({ status: 'completed', result: { changed: rows } })

      await page.goto(served.appUrl)
      await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
      await expect(page.getByText('6,000 products')).toBeVisible()
      await page.getByRole('button', { name: /^Jobs/ }).click()
      await expect(page.getByRole('dialog', { name: 'Jobs' }).getByRole('listitem').first()).toContainText(
        'Bulk edit',
      )
    } finally {
      await served.stop()
    }
  },
)

test('grid.live.4 app.session.2 what is edited while the server is away is sent when it is back, without a new link', async ({
  page,
}) => {
  let served = await ServedApp.start()
  try {
    const { api, grid } = await editWhileAway(page, served, 'Away')
    await expect(page.getByText('2 changes wait to be sent')).toBeVisible()

    served = await ServedApp.start(served)
    await expect(page.getByText('2 changes wait to be sent')).toBeHidden()
    const notes = async () =>
      (await api.get('/products')).body.data.map(
        ({ attributes }: { attributes: { note: string } }) => attributes.note,
      )
    await expect.poll(notes).toEqual(['first', 'second'])
    await page.reload()
    await expect(await grid.cell(2, 'Note')).toHaveText('second')
  } finally {
    await served.stop()
  }
})

test(
  'grid.live.5 what waits to be sent outlives a reload of the page, new rows too, and only a real conflict asks',
  { tag: '@long' },
  async ({ page }) => {
    let served = await ServedApp.start()
    try {
      const { workspace, api, grid } = await editWhileAway(page, served, 'Reload')
      await page.getByRole('button', { name: 'Add product' }).click()
      await page.keyboard.type('Three')
      await page.keyboard.press('Enter')
      await expect(page.getByText('2 changes wait to be sent')).toBeVisible()

      // The page leaves while nothing answers, and somebody else changes the second note before it is back.
      page.on('dialog', (dialog) => void dialog.accept())
      await page.reload().catch(() => undefined)
      served = await ServedApp.start(served)
      const rows = async () =>
        (await api.get('/products')).body.data.map(
          ({ attributes: { name, note } }: { attributes: { name: string; note?: string } }) =>
            `${name} ${note ?? ''}`,
        )
      const { data } = (await api.get('/products')).body
      await api.write('products', data[1].id, { note: 'of somebody' })
      await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
      await expect.poll(rows).toEqual(['One first', 'Two of somebody', 'Three '])
      await expect(page.getByRole('button', { name: /^1 change was rejected/ })).toBeVisible()
      await expect(await grid.cell(2, 'Note')).toHaveText('second')

      await page.reload()
      await expect(await grid.cell(1, 'Note')).toHaveText('first')
      await expect(await grid.cell(2, 'Note')).toHaveText('of somebody')
      await expect.poll(rows).toEqual(['One first', 'Two of somebody', 'Three '])
    } finally {
      await served.stop()
    }
  },
)

async function editWhileAway(page: Page, served: ServedApp, name: string) {
  const workspace = await served.createWorkspace(name, { sample: false })
  const api = new Api(served.origin, await served.createKey(workspace))
  const text = { entity_type: 'product', data_type: 'single_line_text_field' } as const
  await api.define({ ...text, name: 'Name', is_primary: true })
  await api.define({ ...text, name: 'Note' })
  for (const called of ['One', 'Two'])
    await api.post('/products', { attributes: { name: called, note: 'old' } })
  await page.goto(served.appUrl)
  await page.goto(`${served.origin}/?workspace=${workspace.id}&view=products`)
  const grid = new Grid(page)
  await (await grid.cell(1, 'Note')).click()
  await served.kill()
  await expect(page.getByText('Vitrine does not answer.')).toBeVisible()
  await page.keyboard.type('first')
  await page.keyboard.press('Enter')
  await page.keyboard.type('second')
  await page.keyboard.press('Enter')
  return { workspace, api, grid }
}
