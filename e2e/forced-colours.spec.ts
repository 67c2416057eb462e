import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

function drawn(element: Locator, ...properties: string[]): Promise<string[]> {
  return element.evaluate(
    (node, names) => names.map((name) => getComputedStyle(node).getPropertyValue(name)),
    properties,
  )
}

test(
  'grid.access.4 in forced colours chips, switches and faults have marks of their own',
  { tag: '@long' },
  async ({ api, page, open, grid }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const unique = { name: 'Code', key: 'code', entity_type: 'product' } as const
    await api.define({ ...unique, data_type: 'number' })
    await open()
    const chip = grid.root.getByRole('gridcell').getByText('Published', { exact: true }).first()
    const bordered = chip.locator('xpath=..')
    await expect.poll(async () => (await drawn(bordered, 'border-top-style'))[0]).toBe('solid')

    const box = grid.root.getByRole('gridcell', { name: 'Yes', exact: true }).first()
    const [check] = await drawn(box.locator('> *'), 'background-color')
    const [unchecked] = await drawn(
      grid.root.getByRole('gridcell', { name: 'No', exact: true }).first().locator('> *'),
      'background-color',
    )
    expect(check).not.toBe(unchecked)

    await grid.goTo(2, 'Code')
    await grid.input.pressSequentially('no number')
    await grid.input.press('Enter')
    const refused = grid.root.locator('[aria-invalid="true"]')
    await expect(refused).toBeVisible()
    await expect.poll(async () => (await drawn(refused, 'outline-style'))[0]).not.toBe('none')
  },
)

test(
  'grid.access.5 with reduced motion nothing moves by itself, and a new row comes into view as with motion',
  { tag: '@long' },
  async ({ page, open, grid }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open()
    await expect(grid.row(1)).toBeVisible()
    await test.step('nothing moves by itself', async () => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog').first()).toBeVisible()
      const slow = await page.evaluate(() =>
        [...document.querySelectorAll('*')].flatMap((element) => {
          const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
          const seconds = [animationName === 'none' ? '0s' : animationDuration, transitionDuration]
            .join(',')
            .split(',')
            .map(Number.parseFloat)
          return Math.max(...seconds) > 0.01 ? [`${element.className}: ${seconds.join(' ')}`] : []
        }),
      )
      expect(slow).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await test.step('a new row comes into view', async () => {
      await page.getByRole('button', { name: 'Add product' }).first().click()
      const added = grid.root.getByRole('row').filter({ hasText: 'Product name (required)' })
      await expect(added).toBeVisible()
      const below = async (): Promise<number> => {
        const [row, status] = [await added.boundingBox(), await grid.status.boundingBox()]
        return (row?.y ?? Infinity) + (row?.height ?? 0) - (status?.y ?? 0)
      }
      await expect.poll(below).toBeLessThanOrEqual(1)
    })
  },
)
