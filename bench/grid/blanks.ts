import type { Page } from 'playwright-core'
import { motions } from './motions.ts'

export interface BlankFrames {
  readonly frames: number
  readonly blank: number
}

const rowHeight = 34

/**
 * Flings our grid as `measureMotion` does and inspects each painted frame, apart from the CPU measurement
 * because looking costs CPU. A row is blank without text, or with only its number and neither a value nor
 * the placeholder of one that still loads.
 */
export async function measureBlanks(page: Page): Promise<BlankFrames> {
  const { step, frames } = motions.fling
  const blank = await page.evaluate(
    async ({ step, frames, rowHeight }) => {
      const scroller = document.querySelector('.grid-scroller')
      if (!scroller) throw new Error('There is no grid.')
      const isShown = (row: Element): boolean =>
        row.matches('.grid-placeholder-rows')
          ? row.textContent !== '' && getComputedStyle(row).backgroundImage !== 'none'
          : [...row.querySelectorAll('[role="gridcell"]')].some(({ textContent }) => textContent !== '')
      const hasBlankRow = (): boolean => {
        const { top, bottom } = scroller.getBoundingClientRect()
        const head = scroller.querySelector('[role="columnheader"]')?.getBoundingClientRect()
        const boxes = [...document.querySelectorAll('.grid-row, .grid-placeholder-rows')]
          .filter(isShown)
          .map((row) => row.getBoundingClientRect())
        for (let y = Math.max(top, head?.bottom ?? top) + 1; y < bottom - 1; y += rowHeight / 2)
          if (!boxes.some((box) => box.top <= y + 1 && y < box.bottom + 1)) return true
        return false
      }
      scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) / 4
      await new Promise((rested) => setTimeout(rested, 600))
      if (hasBlankRow()) throw new Error('Rows are blank before anything moves.')
      let blank = 0
      for (let frame = 0; frame < frames; frame += 1) {
        // As with a wheel, the grid gets the event before the frame is painted.
        scroller.scrollTop += step
        await new Promise(requestAnimationFrame)
        await new Promise((painted) => setTimeout(painted))
        if (hasBlankRow()) blank += 1
      }
      return blank
    },
    { step, frames, rowHeight },
  )
  return { frames, blank }
}
