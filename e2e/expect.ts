import { expect as base } from '@playwright/test'

// The default intervals are 100, 250, 500 and 1000 ms, and half of the awaited states exist after half of
// that time.
const intervals = [20, 50, 100]

const poll: typeof base.poll = (actual, options) =>
  base.poll(actual, { intervals, ...(typeof options === 'string' ? { message: options } : options) })

export const expect = Object.assign(base.configure({}), { poll })
