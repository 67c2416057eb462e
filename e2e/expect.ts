import { expect as base } from '@playwright/test'

// By itself it asks again after 100, 250, 500 and 1000 ms, and half of what tests wait for is there for half of that time.
const intervals = [20, 50, 100]

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, { intervals, ...(typeof options === 'string' ? { message: options } : options) })

/** Playwright's, whose `poll` sees soon what has come. */
export const expect = Object.assign(base.configure({}), { poll })
