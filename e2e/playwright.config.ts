import { defineConfig } from '@playwright/test'
import { browserArgs, findOrInstallBrowser } from './find-browser.ts'

const executablePath = findOrInstallBrowser((line) => console.error(line))

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './build-first.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: [['list'], ['./skipped-loudly.ts']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1360, height: 860 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: { executablePath, args: browserArgs },
  },
  projects: [
    { name: 'browser', testMatch: '*.spec.ts', testIgnore: ['shell/**', 'electron/**'] },
    { name: 'shell', testMatch: 'shell/*.spec.ts', use: { trace: 'off' } },
    { name: 'electron', testMatch: 'electron/*.spec.ts', workers: 1 },
  ],
})
