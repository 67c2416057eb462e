import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

test.use({ sample: 'shared' })

// 960 px are what is left of 1440 at a zoom of 150 %.
for (const width of [1280, 1001, 960, 861, 760]) {
  test(`grid.look.4 nothing of the bar and the details is cut off or overprinted at ${width} px`, async ({
    page,
    open,
    grid,
  }) => {
    await page.setViewportSize({ width, height: 700 })
    await open()
    await grid.goTo(1, 'SKU')
    await expect(page.getByRole('button', { name: 'Add product' })).toBeInViewport({ ratio: 1 })
    expect(await overprinted(page)).toEqual([])
    await grid.input.press('Space')
    const tabs = page.getByRole('complementary', { name: /^Details of / }).getByRole('tab')
    await expect(tabs.first()).toBeVisible()
    const heights = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(40)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}

/** The parts of the bar whose content does not fit them, and those that begin before the one beside them ends. */
function overprinted(page: Page): Promise<string[]> {
  return page.locator('.catalog-toolbar').evaluate((bar) => {
    const parts = [...bar.children]
    const isOver = (part: Element, next: Element | undefined): boolean =>
      part.scrollWidth > part.clientWidth + 1 ||
      part.getBoundingClientRect().right > (next?.getBoundingClientRect() ?? { left: Infinity }).left + 1
    return parts.filter((part, place) => isOver(part, parts[place + 1])).map((part) => part.className)
  })
}
