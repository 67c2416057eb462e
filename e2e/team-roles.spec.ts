import type { Page, Request } from '@playwright/test'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import { pageNames } from './declared-pages.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

async function offered(page: Page, text: string): Promise<string[]> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command or entry' }).fill(text)
  const options = page.getByRole('listbox', { name: 'Commands and entries' }).getByRole('option')
  await options.first().waitFor()
  const titles = await options.allInnerTexts()
  await page.keyboard.press('Escape')
  return titles.map((title) => title.split('\n')[0] ?? '')
}

test(
  'team.role.1 a viewer reads why nothing is changed here, and neither menus nor keys nor the server change anything',
  { tag: '@long' },
  async ({ browser, team }) => {
    const vi = await team.join('Vi Lange', 'viewer')
    const { page, grid } = await team.open(browser, vi)
    const call = (path: string) => vi.send('GET', path, undefined, team.workspace.id)
    const { data } = await call('/api/v1/products?limit=1')
    const price = async () => (await call(`/api/v1/products/${data[0].id}`)).data.attributes.price
    const before = await price()

    await expect(
      page.getByText(
        'You can view, search and export here, but not change anything. Sam Rivera can give you another role.',
      ),
    ).toBeVisible()
    for (const name of ['Import', 'Add attribute', 'Add product', 'Change many…'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export', exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Trash' })).toHaveCount(0)

    await grid.goTo(1, 'Price')
    await grid.input.pressSequentially('7')
    await expect(page.getByText('This needs the role Contributor.').first()).toBeVisible()
    await grid.input.press('Control+Delete')
    await expect(page.getByText('This needs the role Owner.').first()).toBeVisible()
    await grid.input.press('Shift+F10')
    const menu = page.getByRole('menu', { name: 'Rows' }).getByRole('menuitem')
    await expect(menu.filter({ hasText: 'Copy' }).first()).toBeVisible()
    const items = await menu.allInnerTexts()
    expect(items.join()).not.toMatch(/Insert|Paste|Clear|trash|Change|note|Comment|worklist/)
    await page.keyboard.press('Escape')
    expect(await offered(page, 'row')).not.toContain('Add a row at the end')
    expect(await offered(page, 'go to')).not.toContain('Go to Backups')
    await expectAccessible(page)

    await page.goto(`/?workspace=${team.workspace.id}&view=trash`)
    await expect(page.getByRole('heading', { name: 'You have no access to this page' })).toBeVisible()
    const refusal = vi.send(
      'POST',
      '/api/v1/edits',
      { type: 'product', edits: [{ id: data[0].id, attributes: { price: 7 } }] },
      team.workspace.id,
    )
    await expect(refusal).rejects.toThrow(/403/)
    expect(await price()).toBe(before)
  },
)

test('team.role.2 review.page.4 what a contributor types waits for an editor, shows that it does, and counts once it is accepted', async ({
  browser,
  team,
}) => {
  const ana = await team.join('Ana Silva', 'contributor')
  const { page, grid } = await team.open(browser, ana)
  const call = (path: string) => ana.send('GET', path, undefined, team.workspace.id)
  const { data } = await call('/api/v1/products?limit=1')
  const price = async () => (await call(`/api/v1/products/${data[0].id}`)).data.attributes.price
  const before = await price()

  await expect(
    page.getByText('What you type is proposed, and counts once an editor has accepted it.'),
  ).toBeVisible()
  await grid.goTo(1, 'Price')
  await grid.input.pressSequentially('77')
  await grid.input.press('Enter')
  const cell = await grid.cell(1, 'Price')
  await expect(cell).toHaveAttribute('data-mark', 'proposed')
  expect(await price()).toBe(before)

  await page.getByRole('button', { name: 'See its status' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
  await expect(page.getByText('77', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
  await page.keyboard.press('a')
  await expectAccessible(page)
  expect(await price()).toBe(before)

  const mine = await team.open(browser, team.owner)
  await mine.page.getByRole('link', { name: /^Review/ }).click()
  const proposer = mine.page.getByRole('term').filter({ hasText: 'Proposed by' }).locator('+ dd')
  await expect(proposer).toHaveText('Ana Silva')
  await mine.page.getByRole('button', { name: /^Accept A/ }).click()
  await expect.poll(price).toBe(77)
  await page.getByRole('link', { name: /^Products/ }).click()
  await expect(await grid.cell(1, 'Price')).toHaveText(/^77/)
  await expect(await grid.cell(1, 'Price')).not.toHaveAttribute('data-mark', 'proposed')
})

function followRequests(page: Page) {
  const refused: string[] = []
  const pending = new Set<Request>()
  page.on('request', (request) => !request.url().includes('/events/stream') && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400)
      refused.push(`${response.request().method()} ${pathname}: ${response.status()}`)
  })
  return { refused, pending }
}

for (const role of ['viewer', 'contributor', 'editor'] as const)
  test(
    `team.role.1 no page of the app asks for what a ${role} may not see`,
    { tag: '@long' },
    async ({ browser, team }) => {
      const person = await team.join(`Walking ${role}`, role, `${role}@example.com`)
      const { page } = await team.open(browser, person)
      const { refused, pending } = followRequests(page)
      for (const view of [...entityTypes.map((type) => pluralOf[type]), ...pageNames]) {
        await page.goto(`/?workspace=${team.workspace.id}&view=${view}`)
        await page.getByRole('main').waitFor()
        await expect.poll(() => pending.size).toBe(0)
        expect([view, refused]).toEqual([view, []])
      }
    },
  )
