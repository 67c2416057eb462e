import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Workspace } from '#shared/app-surface.ts'
import { expect, test } from './fixtures.ts'
import { Grid } from './pages/grid.ts'
import { Api, type ServedApp } from './served-app.ts'

test.use({ sample: false })

test(
  'app.workspace.1 a second workspace is made in the app and keeps its own rows',
  { tag: '@long' },
  async ({ api, served, page, open, catalog, grid, workspace }) => {
    const name = `Outlet ${workspace.id.slice(-4)}`
    await fill(api, 'Freja')
    await open()
    await expect(grid.row('Freja')).toBeVisible()
    await catalog.workspaceButton.click()
    await page.getByRole('menuitem', { name: 'New workspace…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New workspace' })
    await dialog.getByRole('button', { name: 'Create workspace' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Give the workspace a name.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Create workspace' }).click()
    await catalog.expectWorkspace(name)
    await expect(page.getByRole('heading', { name: 'Start your catalog' })).toBeVisible()
    await expect(page).toHaveTitle(`${name} – Vitrine`)

    const outlet = new URL(page.url()).searchParams.get('workspace') as string
    const outletApi = new Api(served.origin, await served.createKey({ id: outlet }))
    await fill(outletApi, 'Kobo')
    await catalog.goTo('Products')
    await grid.goTo(1, 'Name')
    await grid.input.pressSequentially('Outlet')
    await grid.input.press('Enter')
    await expect.poll(() => outletApi.list('products')).toMatchObject([{ label: 'Outlet' }])
    await expect.poll(() => api.list('products')).toMatchObject([{ label: 'Freja' }])

    await catalog.switchTo(workspace.name)
    await catalog.goTo('Products')
    await expect(grid.row('Freja')).toBeVisible()
    await grid.expectTotal(1)
    await page.goBack()
    await page.goBack()
    await catalog.expectWorkspace(name)
    await page.reload()
    await expect(grid.row('Outlet')).toBeVisible()
  },
)

test('app.workspace.1 app.key.1 windows, scripts and keys of two workspaces stay where they belong', async ({
  api,
  served,
  workspace,
  context,
  open,
  grid,
}) => {
  const id = await fill(api, 'Freja')
  const other = await another(served, 'Kobo')
  await test.step('a key opens its own workspace only', async () => {
    await expect.poll(() => api.list('products')).toMatchObject([{ label: 'Freja' }])
    expect(await other.api.list('products')).toMatchObject([{ label: 'Kobo' }])
    for (const answer of [
      await other.api.get(`/products/${id}`),
      await other.api.patch(`/products/${id}`, { attributes: { name: 'Stolen' } }),
    ]) {
      expect(answer.status).toBe(404)
    }
    await expect.poll(() => api.read('products', id)).toEqual({ name: 'Freja' })
    // The header that names a workspace is for the owner's session and must not affect a key.
    const moved = await fetch(`${served.origin}/api/v1/products`, {
      headers: { authorization: `Bearer ${other.api.key}`, 'vitrine-workspace': workspace.id },
    })
    expect(JSON.stringify(await moved.json())).not.toContain('Freja')
  })
  await test.step('edits and changes of scripts in two windows', async () => {
    const otherPage = await context.newPage()
    const otherGrid = new Grid(otherPage)
    await open()
    await otherPage.goto(`/?workspace=${other.workspace.id}&view=products`)
    await expect(otherGrid.row('Kobo')).toBeVisible()

    await grid.goTo(1, 'Name')
    await grid.input.pressSequentially('Freja II')
    await grid.input.press('Enter')
    await expect.poll(() => api.read('products', id)).toEqual({ name: 'Freja II' })
    await other.api.write('products', other.id, { name: 'Kobo II' })
    await expect(otherGrid.row('Kobo II')).toBeVisible()
    await expect(grid.row('Freja II')).toBeVisible()
    await grid.expectTotal(1)
    await otherGrid.expectTotal(1)
    expect(await other.api.read('products', other.id)).toEqual({ name: 'Kobo II' })
  })
})

test(
  'app.workspace.1 app.key.1 an address of no workspace offers the open ones; a key is made on the API page, shown once, works and can be revoked',
  { tag: '@long' },
  async ({ api, page, open, workspace, grid, served, catalog }) => {
    await fill(api, 'Freja')
    await test.step('an address that names no open workspace says so and offers the open ones', async () => {
      await open({ ...workspace, id: '00000000-0000-7000-8000-000000000000' })
      await expect(page.getByRole('heading', { name: 'This workspace is not open' })).toBeVisible()
      await page.getByRole('button', { name: `Open ${workspace.name}`, exact: true }).click()
      await catalog.goTo('Products')
      await expect(grid.row('Freja')).toBeVisible()
    })
    await test.step('a key is made, shown once, works for its workspace and can be revoked', async () => {
      await catalog.goTo('API and keys')
      await expect(page.getByRole('row', { name: /^e2e / })).toBeVisible()
      const secret = await createKey(page, 'ERP sync')
      const script = new Api(served.origin, secret)
      expect(await script.list('products')).toMatchObject([{ label: 'Freja' }])
      expect((await script.post('/products', { attributes: { name: 'x' } })).body.error).toMatchObject({
        code: 'insufficient_scope',
      })

      await page.reload()
      await expect(page.getByText(secret)).toHaveCount(0)
      const row = page.getByRole('row', { name: /^ERP sync / })
      await expect(row).toBeVisible()
      await row.getByRole('button', { name: 'Revoke ERP sync' }).click()
      await page
        .getByRole('button', { name: /^Revoke/ })
        .last()
        .click()
      await expect(row).toHaveCount(0)
      await expect.poll(async () => (await script.get('/products')).status).toBe(401)
      await expect.poll(async () => (await api.get('/products')).status).toBe(200)
    })
  },
)

async function fill(api: Api, name: string): Promise<string> {
  await api.define({
    name: 'Name',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  return api.create('products', { name })
}

interface OtherWorkspace {
  readonly workspace: Workspace
  readonly api: Api
  readonly id: string
}

async function another(served: ServedApp, product: string): Promise<OtherWorkspace> {
  const workspace = await served.createWorkspace(`${product} ${randomUUID().slice(0, 6)}`, { sample: false })
  const api = new Api(served.origin, await served.createKey(workspace))
  return { workspace, api, id: await fill(api, product) }
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByText('Sees everything, changes nothing.').click()
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  const created = page.getByRole('dialog', { name: `${name} is ready` })
  const secret = await created.getByText(/^vtr_live_\w{40}$/).innerText()
  await created.getByRole('button', { name: 'Done' }).click()
  return secret
}
