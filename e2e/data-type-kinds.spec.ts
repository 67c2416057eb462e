import { kindNames, kinds, type Kind } from '#shared/kinds.ts'
import type { AttributeCreate } from '#shared/attributes.ts'
import { expect, test } from './fixtures.ts'
import { dropDrawings } from './pages/dropped.ts'
import { AttributePage } from './pages/attribute-page.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

interface Case {
  readonly constraints?: AttributeCreate['constraints']
  readonly types: string
  readonly shows: string | RegExp
  readonly stored: unknown
  readonly refused: readonly [text: string, reason: string | RegExp]
}

/** One edit for each kind: a kind without one does not compile. */
const cases: Readonly<Record<Kind, Case>> = {
  money: {
    constraints: { currency: 'EUR' },
    types: '1.299,5 €',
    shows: '1,299.50',
    stored: 1299.5,
    refused: ['$12', /amount in EUR.*another attribute/],
  },
  measure: {
    constraints: { unit: 'cm' },
    types: '12 in',
    shows: '30.48cm',
    stored: 30.48,
    refused: ['12 kg', 'a measure in cm'],
  },
  gtin: {
    types: '4 006381 333931',
    shows: '4006381333931GTIN-13',
    stored: '4006381333931',
    refused: ['4006381333932', 'Compare it with the package.'],
  },
  email: {
    types: ' sales@example.com',
    shows: 'sales@example.com',
    stored: 'sales@example.com',
    refused: ['sales@example', 'such as sales@example.com'],
  },
  date_time: {
    types: '31/1/2026 9:30',
    shows: '31 Jan 2026, 09:30',
    stored: '2026-01-31T08:30:00.000Z',
    refused: ['soon', 'ISO text with its time zone'],
  },
  file: {
    types: 'https://example.com/docs/sheet.pdf',
    shows: /^sheet\.pdf/,
    stored: 'https://example.com/docs/sheet.pdf',
    refused: ['sheet.pdf', 'a file of the workspace'],
  },
  price_tiers: {
    constraints: { currency: 'EUR' },
    types: '1: 10; 10: 9,5',
    shows: '1: 10.00; 10: 9.50',
    stored: '[{"quantity":1,"price":10},{"quantity":10,"price":9.5}]',
    refused: ['10: 9; 1: 10', 'quantities rise from 1'],
  },
}

test(
  'grid.kinds.1 each kind is typed as people write it, kept in its form, and refused with a reason',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const id = await prepare(api)
    await open()
    for (const kind of kindNames) {
      const { types, shows, stored, refused } = cases[kind]
      await test.step(kind, async () => {
        const [wrong, reason] = refused
        await grid.goTo(1, nameOf(kind))
        await grid.input.pressSequentially(wrong)
        await grid.input.press('Enter')
        const cell = await grid.cell(1, nameOf(kind))
        await expect(cell).toHaveAttribute('aria-invalid', 'true')
        await grid.goTo(1, nameOf(kind))
        await expect(page.getByRole('dialog', { name: 'Not saved' })).toContainText(reason)
        await grid.input.pressSequentially(types)
        await grid.input.press('Enter')
        await expect(cell).toHaveText(shows)
        await expect.poll(async () => (await api.read('products', id))[kind]).toBe(stored)
      })
    }
  },
)

test(
  'grid.kinds.6 a moment is picked in the calendar and keeps its time of day, a file is chosen from this computer',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const id = await prepare(api, { date_time: '2026-01-31T08:30:00Z' })
    await open()
    await test.step('a moment', async () => {
      await grid.goTo(1, nameOf('date_time'))
      await grid.input.press('F2')
      const day = page.getByRole('button', { name: /31(st)? (of )?January|January 31/ })
      await expect(day).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(day).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Enter')
      await expect(await grid.cell(1, nameOf('date_time'))).toHaveText('30 Jan 2026, 09:30')
      await expect
        .poll(async () => (await api.read('products', id))['date_time'])
        .toBe('2026-01-30T08:30:00.000Z')
    })
    await test.step('a file', async () => {
      // Playwright intercepts choosers only while one is awaited, and the command for it takes a moment.
      const chooser = page.waitForEvent('filechooser')
      await grid.goTo(1, nameOf('file'))
      await grid.input.press('F2')
      const choose = page.getByRole('button', { name: 'Choose a file…' })
      await expect(choose).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await expect(choose).toBeFocused()
      await page.keyboard.press('Enter')
      await (
        await chooser
      ).setFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') })
      await expect(await grid.cell(1, nameOf('file'))).toHaveText(/^Stored PDF/)
      await expect.poll(async () => (await api.read('products', id))['file']).toMatch(/^files\/\w{64}\.pdf$/)
    })
  },
)

test(
  'grid.kinds.7 a list of files takes what is chosen and dropped behind the others, in an order of its own',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await api.define({
      name: 'Papers',
      key: 'papers',
      entity_type: 'product',
      data_type: 'single_line_text_field',
      constraints: { kind: 'file', max_items: 5 },
    })
    const id = await prepare(api, {})
    await open()
    const files = async () => ((await api.read('products', id))['papers'] as string).split(', ')
    const pdf = (name: string) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`),
    })
    await grid.goTo(1, 'Papers')
    const chooser = page.waitForEvent('filechooser')
    await grid.input.press('F2')
    await page.getByRole('button', { name: 'Choose files…' }).click()
    await (await chooser).setFiles([pdf('one.pdf'), pdf('two.pdf')])
    const entries = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect(entries).toHaveCount(2)
    await page.getByRole('button', { name: 'Move 2. Stored PDF', exact: true }).press('ArrowUp')
    await grid.input.press('Enter')
    await expect.poll(async () => (await api.read('products', id))['papers']).toMatch(/, files/)
    const before = await files()

    await dropDrawings(page, ['plan.svg', 'side.svg'], await grid.cell(1, 'Papers'))
    await expect.poll(async () => (await files()).length).toBe(4)
    expect((await files()).slice(0, 2)).toEqual(before)
    await expect(await grid.cell(1, 'Papers')).toHaveText(/^Stored PDF \+3/)

    await grid.input.press('F2')
    await page.getByRole('button', { name: 'Move 2. Stored PDF', exact: true }).press('ArrowUp')
    await page.getByRole('button', { name: 'Remove 4. Stored SVG' }).click()
    await grid.input.press('Enter')
    await expect.poll(files).toEqual([before[1], before[0], expect.stringMatching(/\.svg$/)])
    await grid.input.press('Control+z')
    await expect.poll(async () => (await files()).length).toBe(4)
  },
)

test(
  'grid.kinds.2 money says its currency in the header and its decimals below each other',
  { tag: '@long' },
  async ({ api, open, grid }) => {
    await prepare(api, { money: 5, measure: 10 })
    await api.create('products', { name: 'Liv', money: 12.5, measure: 9.5 })
    await open()
    await expect(grid.header('Money')).toHaveText('MoneyEUR')
    await expect(
      grid.header('Money').getByRole('button', { name: 'Money', exact: true }),
    ).toHaveAccessibleDescription('EUR')
    await expect(await grid.cell(1, 'Money')).toHaveText('5.00')
    await expect(await grid.cell(2, 'Money')).toHaveText('12.50')
    const [whole, half] = [await grid.cell(1, 'Measure'), await grid.cell(2, 'Measure')]
    // The decimal mark, or its position in a whole number, is at the same x in both.
    const placeOf = (cell: typeof whole, mark: string) =>
      cell.evaluate((element, sign) => {
        const node = [...element.childNodes].find((child) => child.textContent?.includes(sign)) as Text
        const range = document.createRange()
        range.setStart(node, node.data.indexOf(sign))
        range.setEnd(node, node.data.indexOf(sign) + 1)
        return range.getBoundingClientRect().left
      }, mark)
    const [blank, point] = [await placeOf(whole, '\u2008'), await placeOf(half, '.')]
    expect(Math.abs(blank - point)).toBeLessThan(1.5)
  },
)

test(
  'grid.kinds.3 the details show the amount with its currency, and a code with its kind and its bars',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await prepare(api, { money: 12.5, gtin: '9783161484100', date_time: '2026-01-31T08:30:00Z' })
    await open()
    await grid.goTo(1, 'Name')
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary', { name: 'Details' })
    await expect(panel.locator('[data-field=money]')).toHaveText('€12.50')
    await expect(panel.locator('[data-field=gtin]')).toContainText('ISBN')
    await expect(panel.getByRole('img', { name: 'Barcode of 9783161484100' })).toBeVisible()
    await expect(panel.locator('[data-field=date_time]')).toHaveText('31 Jan 2026, 09:30')
  },
)

test(
  'grid.kinds.4 a kind is chosen when an attribute is made, and later where every value fits',
  { tag: '@long' },
  async ({ api, open, page, grid, catalog }) => {
    const id = await prepare(api)
    await api.define({ name: 'Barcode', entity_type: 'product', data_type: 'single_line_text_field' })
    await api.write('products', id, { barcode: '4006381333932' })
    await open()
    await expect(grid.row(1)).toBeVisible()
    await catalog.goTo('Attributes')
    await test.step('made', async () => {
      await page.getByRole('button', { name: 'Add attribute' }).click()
      const dialog = new AttributePage(page)
      await dialog.name.fill('Dealer price')
      await dialog.choose('Money')
      await dialog.submit()
      await expect(dialog.fault.first()).toContainText('three letters, such as EUR')
      await dialog.root.getByRole('combobox', { name: 'Currency' }).fill('chf')
      await dialog.add()
      await expect(page.getByRole('row', { name: /Dealer price/ })).toContainText('Money')
      await expect(page.getByRole('row', { name: /Dealer price/ })).toContainText('CHF')
    })
    await test.step('changed', async () => {
      await page.getByRole('button', { name: 'Edit Barcode' }).click()
      const attribute = new AttributePage(page)
      await attribute.choose('GTIN')
      await attribute.root.getByRole('button', { name: 'Save' }).click()
      await expect(attribute.fault).toContainText(/1 product holds .* no GTIN.*4006381333932/)
      await api.write('products', id, { barcode: '4 006381 333931' })
      await attribute.save()
      expect((await api.read('products', id))['barcode']).toBe('4006381333931')
    })
  },
)

test(
  'grid.kinds.5 options that name colours have a swatch in the cell and in the picker',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await prepare(api, {}, [
      { name: 'Colour', data_type: 'single_select_list', acceptable_values: 'Navy, Hellgrau, #ff8800, Oak' },
      { name: 'Fruit', data_type: 'single_select_list', acceptable_values: 'Apple, Orange, Lime' },
    ])
    await open()
    await grid.goTo(1, 'Colour')
    await grid.input.press('Enter')
    const options = page.getByRole('listbox', { name: 'Options of Colour' }).getByRole('option')
    await expect(options).toHaveCount(4)
    await expect(options.locator('.grid-swatch')).toHaveCount(3)
    await options.filter({ hasText: 'Navy' }).click()
    const swatch = (await grid.cell(1, 'Colour')).locator('.grid-swatch')
    await expect(swatch).toHaveCSS('background-color', 'rgb(27, 42, 78)')
    await grid.goTo(1, 'Fruit')
    await grid.input.pressSequentially('Orange')
    await grid.input.press('Enter')
    const fruit = await grid.cell(1, 'Fruit')
    await expect(fruit).toHaveText('Orange')
    await expect(fruit.locator('.grid-swatch')).toHaveCount(0)
  },
)

/**
 * Names the attribute so that the key which follows from the name is the kind again: `date_time` is Date
 * time.
 */
function nameOf(kind: Kind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
}

async function prepare(
  api: Api,
  values: Readonly<Record<string, unknown>> = {},
  others: readonly Pick<AttributeCreate, 'name' | 'data_type' | 'acceptable_values'>[] = [],
): Promise<string> {
  const text = { data_type: 'single_line_text_field' } as const
  await api.define({ name: 'Name', entity_type: 'product', ...text, is_primary: true })
  for (const kind of kindNames) {
    const constraints = { kind, ...cases[kind].constraints }
    const dataType = kinds[kind].base
    await api.define({ name: nameOf(kind), entity_type: 'product', data_type: dataType, constraints })
  }
  for (const other of others) await api.define({ entity_type: 'product', ...other })
  return api.create('products', { name: 'Freja', ...values })
}
