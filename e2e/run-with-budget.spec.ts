import { expect, test } from './fake-provider.ts'
import { expectAccessible } from './pages/accessibility.ts'

test.use({ price: { input: 1, output: 5 } })

test('app.run.1 app.run.2 a run is priced before it starts, stops at its budget, and its rest is run', async ({
  page,
  open,
  catalog,
  api,
  grid,
  fake,
}) => {
  fake.options = { answer: () => ({ value: 'It lasts.', evidence: [], note: null }) }
  await api.define({
    name: 'Claim',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    ai_generated: true,
    custom_instructions: 'One claim.',
    selected_tools: ['includeProductAttributes'],
  })
  await open()
  await catalog.goTo('Vendors')
  await expect(grid.row(1)).toBeVisible()
  const total = await api.count('vendors')
  const dialog = page.getByRole('dialog', { name: 'Generate values of vendors' })
  const estimate = dialog.getByRole('region', { name: 'Estimate' })
  const openJobs = page.getByRole('button', { name: /^Jobs/ })
  const line = page.getByRole('listitem').filter({ hasText: 'Generation' })

  await test.step('the estimate tells what it comes to, and a run that costs asks for a budget', async () => {
    await catalog.findCommand('Generate values')
    await page.keyboard.press('Enter')
    await expect(estimate).toContainText(`${total} values of ${total} rows to generate, $`)
    await dialog.getByRole('button', { name: `Generate ${total} values` }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Enter the amount in dollars at which it stops.')
    expect(fake.calls).toEqual([])
    await expectAccessible(page)
  })

  await test.step('it stops at the budget, and Jobs says so in words', async () => {
    // A call reserves its maximal cost, so only some calls fit.
    await dialog.getByRole('textbox', { name: /^Stop at/ }).fill('0.012')
    await dialog.getByRole('button', { name: `Generate ${total} values` }).click()
    await expect(dialog).toBeHidden()
    await openJobs.click()
    await expect(line).toContainText(/\d+ proposed, \$0\.\d+\. Stopped at its budget\./)
    expect(fake.charged({ input: 1, output: 5 })).toBeLessThanOrEqual(0.012)
  })

  await test.step('what it left is run, and what was proposed is not made again', async () => {
    const made = (await api.get('/proposals?type=vendor&limit=100')).body.data.length
    expect(made).toBeGreaterThan(0)
    expect(made).toBeLessThan(total)
    await line.getByRole('button', { name: 'Run the rest' }).click()
    await expect(estimate).toContainText(`${total - made} values of ${total} rows`)
    await expect(estimate).toContainText(`${made} values skipped: ${made} are up to date.`)
    await dialog.getByRole('textbox', { name: /^Stop at/ }).fill('5')
    await dialog.getByRole('button', { name: `Generate ${total - made} values` }).click()
    await openJobs.click()
    await expect(line.filter({ hasText: `${total - made} proposed, ${made} skipped` })).toBeVisible()
    await line.first().getByRole('button', { name: 'Review' }).click()
    await expect(page).toHaveURL(/view=review/)
  })
})
