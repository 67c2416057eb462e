import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

const openReference = async (page: Page, origin: string, anchor = ''): Promise<void> => {
  await page.goto(`${origin}/docs/${anchor}`)
}

test(
  'app.reference.1 the reference does not scroll sideways and is accessible, light and dark [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.emulateMedia({ colorScheme: 'light' })
    await openReference(page, served.origin)
    for (const width of [420, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const language of ['curl', 'TypeScript', 'Python']) {
        await page.locator('#listProducts').getByRole('button', { name: language, exact: true }).click()
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, `${width} px, ${language}`).toBeLessThanOrEqual(0)
      }
    }
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    // Only the contrast depends on the colours.
    await expectAccessible(page, { rules: ['color-contrast'] })
    expect([...new Set(asked)]).toEqual([served.origin])
  },
)

test(
  'app.reference.2 the reference is searched from anywhere by / and leads to what was found [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    await openReference(page, served.origin)
    const search = page.getByRole('searchbox')
    const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
    const wanted: [string, RegExp, string][] = [
      ['batch', /Create or update up to 100/, '#batchProducts'],
      ['POST /vendors/upsert', /Create or update one entity/, '#upsertProduct'],
      ['last-event-id', /Last-Event-ID\s*Follow changes/, '#streamEvents'],
      ['pagination', /Pagination/, '#schema-Pagination'],
      ['rate_limited', /rate_limited\s*Error codes/, '#error-rate_limited'],
      ['too_many_values', /too_many_values/, '#issue-too_many_values'],
      ['nightly', /Nightly sync/, '#nightly-sync'],
    ]
    for (const [words, name, hash] of wanted) {
      await page.keyboard.press('/')
      await expect(search).toBeFocused()
      await page.keyboard.type(words)
      await expect(found.first()).toHaveText(name)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${hash}$`))
      await expect(page.locator(hash)).toBeInViewport()
      await expect(search).toHaveValue('')
    }
    await page.keyboard.press('/')
    await page.keyboard.type('nothing is called so')
    await expect(page.getByText('Nothing is called so.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible()
  },
)

test(
  'app.reference.3 the contents mark the current place, and a small screen folds them [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await openReference(page, served.origin)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    const marked = contents.locator('[aria-current]')
    await expect(marked).toHaveText('Introduction')
    await page.locator('#applyEdits').scrollIntoViewIfNeeded()
    await page.locator('#applyEdits').evaluate((section) => section.scrollIntoView())
    await expect(marked).toHaveText(/Write up to 10,000 values/)
    await expect(marked).toBeInViewport()
    await contents.getByText('Jobs', { exact: true }).click()
    await contents.getByRole('link', { name: 'Read one job' }).click()
    await expect(page.locator('#getJob')).toBeInViewport()
    await expect(marked).toHaveText('Read one job')

    await page.setViewportSize({ width: 420, height: 900 })
    await expect(contents).toBeHidden()
    await page.getByText('Contents', { exact: true }).click()
    await contents.getByText('Files', { exact: true }).click()
    await contents.getByRole('link', { name: 'Read a file' }).click()
    await expect(contents).toBeHidden()
    await expect(page.locator('#getFile')).toBeInViewport()
  },
)

test(
  'app.reference.4 samples keep their language, show each type, and types open where they are used [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openReference(page, served.origin, '#createProduct')
    const create = page.locator('#createProduct')
    await create.getByRole('button', { name: 'Python' }).click()
    await expect(create.locator('pre:visible').first()).toContainText('import os, requests')
    await create.getByRole('combobox', { name: 'Example' }).selectOption('vendors')
    await expect(create.locator('pre:visible').first()).toContainText('/api/v1/vendors')
    await page.reload()
    await expect(create.locator('pre:visible').first()).toContainText('import os, requests')

    const fields = create.getByRole('button', { name: 'Fields of EntityCreate' })
    await fields.click()
    await expect(create.locator('.copied-type').getByText('parent_id')).toBeVisible()
    await fields.click()
    await expect(create.locator('.copied-type')).toHaveCount(0)
  },
)
