import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

test('grid.look.4 nothing of the bar and the details is cut off or overprinted in narrow windows', async ({
  page,
  open,
  grid,
}) => {
  await page.setViewportSize({ width: 760, height: 700 })
  await open()
  // 960 px are what is left of 1440 at a zoom of 150 %, and 720 px at one of 200 %.
  for (const width of [720, 760, 861, 960, 1001, 1280]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 700 })
      await grid.goTo(1, 'SKU')
      await expect(page.getByRole('button', { name: 'Add product' })).toBeInViewport({ ratio: 1 })
      await expect.poll(() => overprinted(page)).toEqual([])
      await grid.input.press('Space')
      const panel = page.getByRole('complementary', { name: /^Details of / })
      const tabs = panel.getByRole('tab')
      await expect(tabs.first()).toBeVisible()
      const heights = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().height))
      expect(Math.max(...heights)).toBeLessThan(40)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await tabs.first().press('Escape')
      await expect(panel).toBeHidden()
    })
  }
})

/** The parts of the bar whose content does not fit them, and those that begin before the one beside them ends. */
function overprinted(page: Page): Promise<string[]> {
  return page.locator('.catalog-toolbar').evaluate((bar) => {
    const parts = [...bar.children].filter((part) => part.getClientRects().length > 0)
    const isOver = (part: Element, next: Element | undefined): boolean =>
      part.scrollWidth > part.clientWidth + 1 ||
      part.getBoundingClientRect().right > (next?.getBoundingClientRect() ?? { left: Infinity }).left + 1
    return parts.filter((part, place) => isOver(part, parts[place + 1])).map((part) => part.className)
  })
}
