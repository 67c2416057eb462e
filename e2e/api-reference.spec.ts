import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

const openDocs = async (page: Page, origin: string, name = ''): Promise<void> => {
  await page.goto(`${origin}/docs/${name}`)
}

test(
  'app.reference.1 the documents do not scroll sideways and are accessible, light and dark [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.emulateMedia({ colorScheme: 'light' })
    for (const name of ['', 'filters', 'price-change', 'products', 'errors', 'changelog']) {
      await openDocs(page, served.origin, name)
      for (const width of [420, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(over, `${name}, ${width} px`).toBeLessThanOrEqual(0)
      }
      if (name !== 'changelog') await expectAccessible(page)
    }
    await openDocs(page, served.origin, 'filters')
    await page.emulateMedia({ colorScheme: 'dark' })
    // Only the contrast depends on the colours.
    await expectAccessible(page, { rules: ['color-contrast'] })
    expect([...new Set(asked)]).toEqual([served.origin])
  },
)

test(
  'app.reference.2 the documents are searched from anywhere by / and lead to what was found [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    await openDocs(page, served.origin, 'filters')
    const search = page.getByRole('searchbox')
    const found = page.getByRole('listbox', { name: 'Found' }).getByRole('option')
    const wanted: [string, RegExp, string][] = [
      ['bulk edit', /^Bulk edit/, '/docs/price-change#bulk-edit'],
      ['POST /vendors/upsert', /Create or update one vendor/, '/docs/vendors#upsertVendor'],
      ['if-match', /^If-Match/, '/docs/concurrency#if-match'],
      ['rate_limited', /rate_limited\s*Error codes/, '/docs/errors#error-rate_limited'],
      ['nightly', /Nightly sync/, '/docs/nightly-sync'],
    ]
    for (const [words, name, address] of wanted) {
      await page.keyboard.press('/')
      await expect(search).toBeFocused()
      await page.keyboard.type(words)
      await expect(found.first()).toHaveText(name)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${served.origin}${address}`)
      // The keys of a page are heard once its script has run.
      await page.waitForLoadState()
    }
    await page.keyboard.press('/')
    await page.keyboard.type('zqxj unfindable')
    await expect(page.getByText('Nothing is called so.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeVisible()
    // Addresses of the time of one page still lead there.
    await openDocs(page, served.origin, '#applyEdits')
    await expect(page).toHaveURL(`${served.origin}/docs/edits#applyEdits`)
  },
)

test(
  'app.reference.3 the contents mark the current section, and a small screen folds them [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await openDocs(page, served.origin, 'edits')
    const contents = page.getByRole('navigation', { name: 'Contents' })
    const marked = contents.locator('[aria-current="true"]')
    await page.locator('#undoEdit').evaluate((section) => section.scrollIntoView())
    await expect(marked).toHaveText(/Take back an edit/)
    await expect(marked).toBeInViewport()
    await contents.getByRole('link', { name: 'Jobs' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()

    await page.setViewportSize({ width: 420, height: 900 })
    await expect(contents).toBeHidden()
    await page.getByText('Contents', { exact: true }).click()
    await contents.getByRole('link', { name: 'Cancel a job' }).click()
    await expect(contents).toBeHidden()
    await expect(page.locator('#cancelJob')).toBeInViewport()
  },
)

test(
  'app.reference.4 samples keep their language, and types open where they are used [DOC-06]',
  { tag: '@long' },
  async ({ page, served }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openDocs(page, served.origin, 'products#createProduct')
    const create = page.locator('#createProduct')
    await create.getByRole('button', { name: 'Command line' }).click()
    await expect(create.locator('pre:visible').first()).toContainText('vitrine api POST /products')
    await create.getByRole('button', { name: 'Python' }).click()
    await expect(create.locator('pre:visible').first()).toContainText('from vitrine import Vitrine')
    await openDocs(page, served.origin, 'vendors')
    const first = page.locator('#createVendor pre:visible').first()
    await expect(first).toContainText('vitrine.vendors.create')

    await openDocs(page, served.origin, 'products')
    const fields = create.getByRole('button', { name: 'Fields of Entity', exact: true })
    await fields.click()
    await expect(create.locator('.copied-type').getByText('parent_id')).toBeVisible()
    await fields.click()
    await expect(create.locator('.copied-type')).toHaveCount(0)
  },
)
