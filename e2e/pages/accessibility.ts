import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface AccessibilityOptions {
  readonly within?: string | undefined
  readonly rules?: readonly string[]
  readonly rulesLeftOut?: readonly string[]
}

export async function expectAccessible(page: Page, judged: AccessibilityOptions = {}): Promise<void> {
  const { within, rules, rulesLeftOut = [] } = judged
  const options: RunOptions = {
    // Passed checks are not needed, and reporting them is most of the work.
    resultTypes: ['violations'],
    rules: Object.fromEntries(rulesLeftOut.map((id) => [id, { enabled: false }])),
    ...(rules && { runOnly: [...rules] }),
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const faults = await page.evaluate(
    async ([selector, how]) => {
      // A fading element has the contrast of neither end; an element that is removed rejects its animation.
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      const { violations } = await window.axe.run(selector ?? document, how)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      )
    },
    [within, options] as const,
  )
  expect(faults).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
