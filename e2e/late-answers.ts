import type { Page } from '@playwright/test'

/** The longest delay of an answer in milliseconds: `LATE_ANSWERS` in the environment; 0 for no delay. */
const longest = Number(process.env['LATE_ANSWERS'] ?? 0)

/**
 * Delays half of the server's answers for a random time, but not its events, which then often come first.
 * It reveals tests that do not wait for what is shown, and app code that takes an order for granted.
 */
export async function holdAnswersBack(page: Page): Promise<void> {
  if (longest === 0) return
  await page.addInitScript((most) => {
    const send = window.fetch.bind(window)
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      const answer = await send(request)
      if (request.url.includes('/events/stream')) return answer
      const delay = Math.random() < 0.5 ? 0 : Math.random() * most
      await new Promise((resolve) => setTimeout(resolve, delay))
      request.signal.throwIfAborted()
      return answer
    }
  }, longest)
}
