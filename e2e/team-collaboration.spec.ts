import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('together.presence.1 together.conflict.1 together.undo.1 together.comment.1 together.new.1 two people edit one product, see each other, settle a conflict and talk about it', async ({
  browser,
  team,
}) => {
  const ana = await team.join('Ana Silva', 'editor')
  const [mine, theirs] = [await team.open(browser, team.owner), await team.open(browser, ana)]
  const call = (path: string) => team.owner.send('GET', path, undefined, team.workspace.id)
  const { data } = await call('/api/v1/products?limit=1')
  const price = async () => (await call(`/api/v1/products/${data[0].id}`)).data.attributes.price
  const frame = mine.page.locator('.presence-frame')

  await test.step('each sees the face of the other, the cell and that they type', async () => {
    await theirs.grid.goTo(1, 'Price')
    await expect(mine.page.getByRole('button', { name: 'Ana Silva is here too' })).toBeVisible()
    await expect(theirs.page.getByRole('button', { name: 'Sam Rivera is here too' })).toBeVisible()
    await expect(frame).toHaveText('Ana Silva')
    await theirs.grid.input.pressSequentially('71')
    await expect(frame).toHaveText('Ana Silva is typing…')
    await mine.page.getByRole('button', { name: 'Ana Silva is typing…' }).click()
    await expect(mine.grid.cursor).toHaveAttribute('id', /active/)
    await expectAccessible(mine.page)
  })
  await test.step('nothing is locked: the second to save sees both values and who wrote', async () => {
    await mine.grid.goTo(1, 'Price')
    await mine.grid.input.pressSequentially('72')
    await theirs.grid.input.press('Enter')
    await expect.poll(price).toBe(71)
    await mine.grid.input.press('Enter')
    await expect(mine.grid.status).toContainText('1 change was rejected')
    await mine.grid.input.press('F8')
    const conflict = mine.page.getByRole('dialog', { name: 'Not saved' })
    await expect(conflict).toContainText('Ana Silva changed this cell to “71.00” while you edited it')
    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect.poll(price).toBe(72)
    await expect(await theirs.grid.cell(1, 'Price')).toHaveText(/^72/)
  })
  await test.step('what the other has changed since is not undone, and who it was is told', async () => {
    await theirs.grid.goTo(1, 'Price')
    await theirs.grid.input.pressSequentially('73')
    await theirs.grid.input.press('Enter')
    await expect.poll(price).toBe(73)
    await mine.grid.goTo(1, 'Price')
    await mine.grid.input.press('Control+z')
    const left = mine.page.locator('.ui-toast').filter({ hasText: 'Not everything was undone' })
    await expect(left).toContainText(
      'is “73.00” by now: it was changed by Ana Silva just now, so it was left.',
    )
    await left.locator('.ui-icon-button').click()
    await expect(left).toHaveCount(0)
    expect(await price()).toBe(73)
  })
  await test.step('a comment on the cell mentions somebody, is counted in the grid and heard', async () => {
    await mine.grid.goTo(1, 'Price')
    await mine.page.keyboard.press('Control+Alt+m')
    const field = mine.page.getByRole('textbox', { name: 'Your comment' })
    await expect(field).toBeFocused()
    await mine.page.keyboard.type('Is this right, @si')
    await expect(mine.page.getByRole('option', { name: 'Ana Silva' })).toBeVisible()
    await mine.page.keyboard.press('Enter')
    await expect(field).toHaveValue('Is this right, @Ana Silva ')
    await mine.page.keyboard.press('Control+Enter')
    await expect(mine.grid.input).toBeFocused()
    const cell = await theirs.grid.cell(1, 'Price')
    await expect(cell).toHaveAttribute('title', /^Sam Rivera: Is this right, @Ana Silva/)
    await expect(cell.locator('.grid-comments')).toHaveText('1')
    await expectAccessible(mine.page)
  })
  await test.step('the other finds it under what is new, replies, and it is resolved', async () => {
    const link = theirs.page.getByRole('link', { name: /^Home/ })
    await expect(link).toContainText('1')
    await link.click()
    const entry = theirs.page.getByRole('listitem').filter({ hasText: 'Sam Rivera mentioned you' })
    await expect(entry).toContainText('Is this right, @Ana Silva')
    await expectAccessible(theirs.page)
    await entry.getByRole('button', { name: 'Sam Rivera mentioned you' }).click()
    const thread = theirs.page.getByRole('article').filter({ hasText: 'Is this right' })
    await expect(link).not.toContainText('1')
    await thread.getByRole('textbox', { name: 'Your reply' }).fill('Yes, from January on.')
    await theirs.page.keyboard.press('Control+Enter')
    await expect(thread.getByRole('list', { name: 'Replies' })).toContainText('Yes, from January on.')
    const here = mine.page.getByRole('article').filter({ hasText: 'Is this right' })
    await expect(here).toContainText('Yes, from January on.')
    await here.getByRole('button', { name: 'Resolve' }).click()
    await expect(here).toBeHidden()
    await expect(mine.page.locator('.grid-comments')).toHaveCount(0)
  })
  await test.step('who leaves is gone for the other', async () => {
    await theirs.page.close()
    await expect(mine.page.getByRole('button', { name: /^Ana Silva/ })).toHaveCount(0)
  })
})
