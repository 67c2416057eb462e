import type { Page } from 'playwright-core'

export const motionNames = ['wheel', 'fling', 'jump'] as const
export type MotionName = (typeof motionNames)[number]

export const motions: Record<MotionName, { readonly step: number; readonly frames: number }> = {
  wheel: { step: 60, frames: 150 },
  fling: { step: 600, frames: 150 },
  jump: { step: 0, frames: 60 },
}

/**
 * Scrolls a grid one step per animation frame and returns milliseconds of main-thread CPU per frame:
 * script, style, layout and paint. Thread time is little disturbed by other work on the machine.
 */
export async function measureMotion(page: Page, motion: MotionName): Promise<number> {
  const { step, frames } = motions[motion]
  await move(page, 0, 2)
  await page.waitForTimeout(600)
  const cpu = await CpuClock.start(page)
  await move(page, step, frames)
  const spent = await cpu.stop()
  return spent / frames
}

/** Runs in the page. The element with the most to scroll is the grid's, whoever made it. */
async function move(page: Page, step: number, frames: number): Promise<void> {
  await page.evaluate(
    async ({ step, frames }) => {
      const scrollable = [...document.querySelectorAll('*')].filter(
        (element) => element.scrollHeight > 3 * element.clientHeight && element.clientHeight > 100,
      )
      const scroller = scrollable.reduce((a, b) => (b.scrollHeight > a.scrollHeight ? b : a))
      const end = scroller.scrollHeight - scroller.clientHeight
      if (frames < 5) scroller.scrollTop = end / 3
      // The seed is fixed, so that every grid and round jumps to the same rows.
      let seed = 7
      const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff
      for (let frame = 0; frame < frames; frame += 1) {
        await new Promise(requestAnimationFrame)
        if (step === 0 && frames >= 5) scroller.scrollTop = random() * end
        else scroller.scrollTop += step
      }
      await new Promise(requestAnimationFrame)
    },
    { step, frames },
  )
}

export class CpuClock {
  readonly #read: () => Promise<number>
  readonly #end: () => Promise<void>
  #before = 0

  static async start(page: Page): Promise<CpuClock> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const clock = new CpuClock(
      async () => {
        const { metrics } = await session.send('Performance.getMetrics')
        return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
      },
      () => session.detach(),
    )
    clock.#before = await clock.#read()
    return clock
  }

  private constructor(read: () => Promise<number>, end: () => Promise<void>) {
    this.#read = read
    this.#end = end
  }

  /** Milliseconds since the start. */
  async stop(): Promise<number> {
    const spent = (await this.#read()) - this.#before
    await this.#end()
    return spent
  }
}
