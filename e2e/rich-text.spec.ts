import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import type { Grid } from './pages/grid.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

test('grid.edit.7 rich text is formatted by keys and by the toolbar, and saved by Ctrl+Enter', async ({
  api,
  open,
  page,
  grid,
}) => {
  const [id] = await prepare(api, ['<p>A chair</p>'])
  const code = Promise.withResolvers<void>()
  await page.route(/rich-text-[^/]*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await open()
  await grid.goTo(1, 'Text')
  await grid.input.press('Enter')
  await expect(page.getByText('Loading the editor…')).toBeVisible()
  code.resolve()
  const text = textbox(page)
  await expect(text).toBeFocused()
  await text.press('End')
  await text.pressSequentially(' for ')
  await text.press('Control+b')
  await expect(format(page, /^Bold/)).toHaveAttribute('aria-pressed', 'true')
  await text.pressSequentially('life')
  await text.press('Control+b')
  await text.press('Enter')
  await format(page, 'Bulleted list').click()
  await expect(text).toBeFocused()
  await text.pressSequentially('oak')
  await text.press('Enter')
  await text.press('Control+i')
  await text.pressSequentially('wool')
  await text.press('Control+Enter')
  await expect(await grid.cell(1, 'Text')).toHaveText('A chair for life oak wool')
  const html = '<p>A chair for <strong>life</strong></p><ul><li>oak</li><li><em>wool</em></li></ul>'
  await expect.poll(() => api.read('products', id!)).toMatchObject({ text: html })
  await expect(grid.input).toBeFocused()
})

test(
  'grid.edit.7 links lead to web and mail addresses only',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const [id] = await prepare(api, ['<p>chair</p>'])
    await open()
    const text = await openText(page, grid, 1)
    await text.press('Control+a')
    await text.press('Control+k')
    const address = page.getByRole('textbox', { name: 'Address of the link' })
    await expect(address).toBeFocused()
    await address.fill('javascript:alert(1)')
    await address.press('Enter')
    await expect(page.getByRole('alert')).toContainText('starts with https://')
    await address.fill('example.com/chair')
    await address.press('Enter')
    await expect(format(page, /^Link/)).toHaveAttribute('aria-pressed', 'true')
    await expect(text).toBeFocused()
    await text.press('Control+Enter')
    const linked = '<p><a href="https://example.com/chair">chair</a></p>'
    await expect.poll(() => api.read('products', id!)).toMatchObject({ text: linked })
  },
)

test(
  'grid.edit.7 the toolbar is reached by Alt+F10 and walked by arrows, Escape goes back and cancels',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const [id] = await prepare(api, ['<p>chair</p>'])
    await open()
    const text = await openText(page, grid, 1)
    await text.press('Alt+F10')
    await expect(format(page, /^Bold/)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(format(page, 'Heading')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(format(page, 'Heading')).toHaveAttribute('aria-pressed', 'true')
    await expect(text.getByRole('heading', { name: 'chair' })).toBeVisible()
    await text.press('Alt+F10')
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text).toBeHidden()
    await expect(grid.input).toBeFocused()
    await expect.poll(() => api.read('products', id!)).toMatchObject({ text: '<p>chair</p>' })
  },
)

test(
  'grid.edit.7 what formatted editing keeps opens formatted, and stays as it was spelled unless it is changed',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const ids = await prepare(api, preserved)
    await open()
    for (const [at, html] of preserved.entries()) {
      const text = await openText(page, grid, at + 1)
      await expect(text).toHaveAttribute('contenteditable', 'true')
      await text.press('x')
      await text.press('Backspace')
      await page.getByRole('button', { name: 'HTML', exact: true }).click()
      await expect(textbox(page)).toHaveValue(html)
      await page.keyboard.press('Escape')
      await openText(page, grid, at + 1)
      await page.keyboard.press('Control+Enter')
      expect(await api.read('products', ids[at]!)).toMatchObject({ text: html })
    }
  },
)

test(
  'grid.edit.7 HTML that formatted editing would lose opens as HTML and says why',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const ids = await prepare(
      api,
      lost.map(([html]) => html),
    )
    await open()
    for (const [at, [html, word]] of lost.entries()) {
      const text = await openText(page, grid, at + 1)
      await expect(text).toHaveValue(html)
      await expect(page.getByText(/^Shown as HTML/)).toContainText(new RegExp(word))
      await page.keyboard.press('Escape')
    }
    await openText(page, grid, 2)
    await page.getByRole('button', { name: 'Formatted', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('drops styles')
    await page.getByRole('button', { name: 'Edit formatted anyway' }).click()
    const text = textbox(page)
    await text.press('End')
    await text.pressSequentially('y')
    await text.press('Control+Enter')
    await expect.poll(() => api.read('products', ids[1]!)).toMatchObject({ text: '<p>xy</p>' })
  },
)

const preserved = [
  'plain words',
  '<b>bold</b> and <i>italic</i> &amp; <del>old</del>',
  '<p>a <b> b </b>\n c<br>d</p>',
  '<ul>\n  <li>one</li>\n  <li><p>two</p><ol start="3"><li>three</li></ol></li>\n</ul>',
  '<h1>Head</h1><blockquote>said</blockquote><hr><pre><code>x  = 1</code></pre>',
  '<p><a title="t" rel="nofollow" target="_blank" class="c" href="mailto:me@a.example">me</a></p>',
]

const lost: readonly (readonly [html: string, word: string])[] = [
  ['<table><tr><td>1</td></tr></table>', 'tables'],
  ['<p style="color: red">x</p>', 'styles'],
  ['<p class="lead">x</p>', 'classes'],
  ['<div>x</div>', 'divs'],
  ['<p>x<img src="https://a.example/x.png"></p>', 'pictures'],
  ['<style>p{}</style><p>x</p>', 'style sheets'],
  ['<p>x</p><!-- y -->', 'comments'],
  ['<p><a href="/chairs">x</a></p>', 'links to other'],
  ['<p><a href="https://a.example" data-x="1">x</a></p>', '“data-x” attributes'],
  ['<p><a id="top"></a>x</p>', 'ids'],
  ['<body lang="en"><p>x</p>', 'a whole page'],
  ['<p>x</p><b', 'a tag without its end'],
  ['one\ntwo', 'line breaks'],
]

test(
  'grid.edit.7 rich text in the details has the same editor, without a violation, light and dark',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const [id] = await prepare(api, ['<h2>Chair</h2><p>of <a href="https://a.example">oak</a></p>'])
    await open()
    await grid.goTo(1, 'Name')
    await grid.input.press('Space')
    const panel = page.getByRole('complementary', { name: /^Details of / })
    await panel.getByRole('button', { name: /^Text / }).click()
    const text = textbox(page)
    await expect(text).toBeFocused()
    await text.press('Control+k')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, { within: '[role=dialog]' })
    }
    await page.keyboard.press('Escape')
    await text.press('Control+End')
    await text.pressSequentially(' wood')
    await text.press('Control+Enter')
    const html = '<h2>Chair</h2><p>of <a href="https://a.example">oak</a> wood</p>'
    await expect.poll(() => api.read('products', id!)).toMatchObject({ text: html })
  },
)

async function prepare(api: Api, texts: readonly string[]): Promise<string[]> {
  await api.define({
    name: 'Name',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  await api.define({ name: 'Text', entity_type: 'product', data_type: 'rich_text_field' })
  const ids: string[] = []
  for (const [at, text] of texts.entries()) {
    ids.push(await api.create('products', { name: `Product ${at + 1}`, text }))
  }
  return ids
}

function textbox(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Edit Text' }).getByRole('textbox', { name: 'Text', exact: true })
}

async function openText(page: Page, grid: Grid, row: number): Promise<Locator> {
  await grid.goTo(row, 'Text')
  await grid.input.press('Enter')
  await expect(textbox(page)).toBeFocused()
  return textbox(page)
}

function format(page: Page, name: string | RegExp): Locator {
  const exact = typeof name === 'string'
  return page.getByRole('toolbar', { name: 'Formats' }).getByRole('button', { name, exact })
}
