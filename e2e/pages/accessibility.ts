import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

interface AccessibilityOptions {
  /** A selector of the part that is looked at; the whole page without one. */
  readonly within?: string | undefined
  /** The only rules. */
  readonly rules?: readonly string[]
  readonly rulesLeftOut?: readonly string[]
}

/** Expects that the page, or a part of it, breaks no rule of accessibility. */
export async function expectAccessible(page: Page, judged: AccessibilityOptions = {}): Promise<void> {
  const { within, rules, rulesLeftOut = [] } = judged
  const options: RunOptions = {
    // What passed is nobody's interest, and telling it is most of the work.
    resultTypes: ['violations'],
    rules: Object.fromEntries(rulesLeftOut.map((id) => [id, { enabled: false }])),
    ...(rules && { runOnly: [...rules] }),
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const faults = await page.evaluate(
    async ([selector, how]) => {
      // An element in mid-fade has the contrast of neither end; one that goes away takes its animation with it.
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
