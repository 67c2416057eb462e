import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('tree.category.1 the tree of categories filters the products, with or without what is below, by keys alone', async ({
  page,
  open,
  grid,
  api,
}) => {
  await open()
  await expect(grid.row(1)).toBeVisible()
  await page.getByRole('button', { name: 'Categories', exact: true }).press('Enter')
  const tree = page.getByRole('tree', { name: 'Categories' })
  const roots = await api.list('categories', { 'filter[parent_id][exists]': 'false', sort: 'position' })
  const root = roots[0]
  const below = await api.list('categories', { 'filter[parent_id]': root?.id ?? '' })
  const countOf = async (ids: string[]) =>
    (await api.get(`/products?limit=1&filter[category][in]=${ids.join(',')}`)).body.pagination.total
  const all = await countOf([root?.id ?? '', ...below.map(({ id }) => id)])
  await expect(tree.getByRole('treeitem', { name: `${root?.label} ${all} products` })).toBeVisible()
  await tree.press('Home')
  await tree.press('Enter')
  await grid.expectTotal(all)
  await expect(page).toHaveURL(/filter/)
  await tree.press('ArrowRight')
  await tree.press('Space')
  const chosen = tree.getByRole('treeitem', { selected: true })
  await expect(chosen).toHaveAttribute('aria-level', '2')
  await expect(chosen).toHaveAccessibleName(/ \d+ products?$/)
  const text = await chosen.innerText()
  const child = below.find(({ label }) => text.startsWith(`${label}\n`))
  await grid.expectTotal(await countOf([child?.id ?? '']))
  await expectAccessible(page, { within: '.category-panel' })
})

test(
  'tree.category.4 categories open as a tree with pictures, counts, completeness and their names at a channel',
  { tag: '@long' },
  async ({ page, open, catalog, grid }) => {
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.goTo('Categories')
    const seating = page.getByRole('treeitem', { name: /^Seating/ })
    await expect(seating).toHaveAccessibleName(/ products 100 % complete$/)
    await expect(seating.locator('img')).toHaveAttribute('src', /files/)
    await page.getByRole('combobox', { name: 'Channel' }).click()
    await page.getByRole('option', { name: 'Amazon' }).click()
    await expect(seating).toContainText('CHAIR')
    await expectAccessible(page, { within: '.category-panel' })
  },
)

test(
  'tree.category.2 tree.category.3 categories are added, renamed and moved by keys and by dragging; a move is taken back',
  { tag: '@long' },
  async ({ page, workspace, api }) => {
    await test.step('by keys', async () => {
      await page.goto(`/?workspace=${workspace.id}&view=categories`)
      await page.getByRole('button', { name: 'Show the tree' }).press('Enter')
      const tree = page.getByRole('tree', { name: 'Categories' })
      const item = (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name} \\d`) })
      await tree.press('Home')
      await tree.press('Control+Enter')
      const name = page.getByRole('textbox', { name: /^New category below/ })
      await name.fill('Zebra stools')
      await name.press('Enter')
      await expect(item('Zebra stools')).toHaveAttribute('aria-level', '2')
      const parentOf = async (label: string) =>
        (await api.find('categories', 'category_name', label)).parent_id

      await tree.focus()
      await tree.press('z')
      await tree.press('F2')
      const field = tree.getByRole('textbox', { name: 'Name of the category' })
      await field.fill('Yak stools')
      await field.press('Enter')
      await expect(item('Yak stools')).toBeVisible()
      await expect(tree).toBeFocused()

      const before = await parentOf('Yak stools')
      await tree.press('Alt+Shift+ArrowLeft')
      await expect(item('Yak stools')).toHaveAttribute('aria-level', '1')
      await expect.poll(() => parentOf('Yak stools')).toBeNull()
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect(item('Yak stools')).toHaveAttribute('aria-level', '2')
      await expect.poll(() => parentOf('Yak stools')).toBe(before)
      await tree.focus()
      await tree.press('Control+x')
      await tree.press('End')
      const target = await tree.getAttribute('aria-activedescendant')
      await tree.press('Control+v')
      await expect.poll(() => parentOf('Yak stools')).toBe(target?.split('-').slice(-5).join('-'))
      await expect(tree.getByRole('treeitem').last()).toContainText('Yak stools')
      const roots = await api.list('categories', { 'filter[parent_id][exists]': 'false' })
      await tree.press('Home')
      await tree.press('Control+x')
      await tree.press('ArrowDown')
      await tree.press('Control+v')
      await expect(
        page.getByRole('region', { name: 'Notifications' }).getByText('cannot be placed below itself'),
      ).toBeVisible()
      expect(await api.list('categories', { 'filter[parent_id][exists]': 'false' })).toHaveLength(
        roots.length,
      )
    })
    await test.step('by dragging one below another', async () => {
      const items = page.getByRole('tree', { name: 'Categories' }).getByRole('treeitem')
      const roots = await api.list('categories', { 'filter[parent_id][exists]': 'false', sort: 'position' })
      const [first, second] = [roots[0], roots[1]]
      const child = (await api.list('categories', { 'filter[parent_id]': first?.id ?? '' }))[0]
      const item = (label: string | null | undefined) => items.filter({ hasText: label ?? '' }).first()
      const from = await item(child?.label).boundingBox()
      const to = await item(second?.label).boundingBox()
      if (!from || !to) throw new Error('The tree is not drawn.')
      await page.mouse.move(from.x + 60, from.y + 12)
      await page.mouse.down()
      await page.mouse.move(to.x + 60, to.y + 10, { steps: 6 })
      await page.mouse.move(to.x + 60, to.y + 14)
      await page.mouse.up()
      const parent = async () => (await api.find('categories', 'id', child?.id ?? '')).parent_id
      await expect.poll(parent).toBe(second?.id)
    })
  },
)
