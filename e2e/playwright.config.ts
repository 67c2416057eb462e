import { defineConfig } from '@playwright/test'
import { findOrInstallBrowser, testArgs } from './find-browser.ts'

const executablePath = findOrInstallBrowser((line) => console.error(line))

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  globalSetup: './build-first.ts',
  fullyParallel: true,
  // Left out here: crashes, accessibility checks of every screen, and variants of other ways. `npm run
  // test:all` has them.
  ...(process.env['LONG_TESTS'] ? {} : { grepInvert: /@long/ }),
  forbidOnly: Boolean(process.env['CI']),
  // One more than the cores: tests wait for files and timers of the program a fifth of their time. With four
  // workers they took a tenth longer.
  workers: 3,
  // A flaky test is a fault, of the test or of the program.
  retries: 0,
  // Generous: a busy machine is slow, and a hanging test fails all the same.
  timeout: 90_000,
  // One bound for all: tests wait for exports, imports and restarts as well as for a cell.
  expect: { timeout: 30_000 },
  // `npm test` names a file for the counts.
  reporter: [
    ['list'],
    ['./skipped-loudly.ts'],
    ['./short-suite.ts'],
    ...countsFor(process.env['PLAYWRIGHT_JSON_OUTPUT_FILE']),
  ],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1360, height: 860 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath, args: testArgs },
  },
  projects: [
    // First and with one worker, in parallel with tests of the page, so that all of them can share one
    // running program.
    { name: 'shell', testMatch: 'e2e/shell/*.spec.ts', workers: 1 },
    { name: 'browser', testMatch: 'e2e/*.spec.ts' },
    { name: 'electron', testMatch: 'e2e/electron/*.spec.ts', workers: 1 },
  ],
})

function countsFor(outputFile: string | undefined): ['json', { outputFile: string }][] {
  return outputFile ? [['json', { outputFile }]] : []
}
