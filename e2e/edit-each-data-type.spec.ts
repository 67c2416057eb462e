import type { Page } from '@playwright/test'
import { dataTypes, type AttributeCreate, type DataType } from '#shared/attributes.ts'
import { expect, test } from './fixtures.ts'
import type { Grid } from './pages/grid.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

interface Case {
  readonly extras?: Partial<AttributeCreate>
  readonly before?: unknown
  readonly edit: (grid: Grid, page: Page, name: string) => Promise<void>
  readonly shows: string | RegExp
  readonly stored: unknown
}

type WritableType = Exclude<DataType, 'formula' | 'inverse_reference' | 'reference_lookup'>

const address = 'https://example.com/a/b.mp4'

/** One edit for each writable data type: a type without one does not compile. */
const cases: Readonly<Record<WritableType, Case>> = {
  single_line_text_field: { edit: type('00123 Ærø'), shows: '00123 Ærø', stored: '00123 Ærø' },
  multi_line_text_field: {
    edit: fillPopover('First line\nsecond line'),
    shows: /^First line\s+second line$/,
    stored: 'First line\nsecond line',
  },
  rich_text_field: {
    before: '<p>Old</p>',
    edit: fillSource('<p>A <strong>sturdy</strong> chair</p><img src=x onerror="document.title=\'hacked\'">'),
    shows: /^A sturdy chair$/,
    stored: '<p>A <strong>sturdy</strong> chair</p><img src=x onerror="document.title=\'hacked\'">',
  },
  number: {
    extras: { constraints: { unit: 'kg', decimals: 2 } },
    edit: type('1,234.5'),
    shows: '1,234.50kg',
    stored: 1234.5,
  },
  boolean: { edit: (grid) => grid.input.press('Space'), shows: 'Yes', stored: true },
  date: { edit: type('31/1/2026'), shows: '31 Jan 2026', stored: '2026-01-31' },
  url: {
    before: 'https://example.com/old',
    edit: type(address),
    shows: /^example\.com\/a\/b\.mp4/,
    stored: address,
  },
  json: {
    edit: fillPopover('{"size": [1, 2]}'),
    shows: '{"size": [1, 2]}',
    stored: '{"size": [1, 2]}',
  },
  single_select_list: {
    extras: { acceptable_values: 'Oak, Walnut, Wool' },
    before: 'Oak',
    edit: async (grid) => {
      await grid.input.pressSequentially('wal')
      await grid.input.press('Enter')
    },
    shows: 'Walnut',
    stored: 'Walnut',
  },
  multi_select_list: {
    extras: { acceptable_values: 'New, Outdoor, Handmade' },
    before: 'Handmade',
    edit: async (grid, page, name) => {
      await grid.input.press('Enter')
      const options = page.getByRole('listbox', { name: `Options of ${name}` })
      await options.getByRole('option', { name: 'New' }).click()
      await options.getByRole('option', { name: 'Outdoor' }).click()
      await page.getByRole('button', { name: 'Remove Handmade' }).click()
      await grid.input.press('Tab')
    },
    shows: 'NewOutdoor',
    stored: 'New, Outdoor',
  },
  image: { edit: type('https://example.com/p.png'), shows: 'p.png', stored: 'https://example.com/p.png' },
  video: { edit: type(address), shows: /^example\.com\/a\/b\.mp4/, stored: address },
  status: {
    extras: { acceptable_values: 'Draft, In review, Done' },
    before: 'Draft',
    edit: async (grid, page) => {
      await grid.cursor.dblclick()
      await page.getByRole('option', { name: 'In review' }).click()
    },
    shows: 'In review',
    stored: 'In review',
  },
  progress: { before: 10, edit: type('65'), shows: '65%', stored: 65 },
  rank: { edit: type('3'), shows: '#3', stored: 3 },
  entity_reference: {
    extras: { reference: { type: 'vendor' } },
    edit: async (grid, page, name) => {
      await grid.input.press('Enter')
      const choices = page.getByRole('listbox', { name: `Choices for ${name}` })
      await expect(choices.getByRole('option')).toHaveCount(3)
      await grid.input.pressSequentially('kobo')
      await expect(choices.getByRole('option')).toHaveText(['Kobo'])
      await grid.input.press('Enter')
    },
    shows: 'Kobo',
    stored: 'Kobo',
  },
  entity_list_reference: {
    extras: { reference: { type: 'vendor' } },
    edit: async (grid, page) => {
      await grid.input.press('Enter')
      await page.getByRole('option', { name: 'Nordvik' }).click()
      await grid.input.press('ArrowDown')
      await grid.input.press('ArrowDown')
      await expect(grid.input).toHaveAttribute('aria-activedescendant', /./)
      await grid.input.press('Enter')
      await grid.input.press('Tab')
    },
    shows: 'NordvikAlpenholz',
    stored: ['Nordvik', 'Alpenholz'],
  },
}

// The types share a workspace: each is a column of its own, named like its type.
test(
  'grid.edit.2 a value of every writable data type is edited and cleared in its cell',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const all = Object.entries(cases) as [WritableType, Case][]
    const id = await prepare(
      api,
      all.map(([dataType, { extras }]) => ({ ...extras, name: nameOf(dataType), data_type: dataType })),
      Object.fromEntries(all.map(([dataType, { before }]) => [dataType, before])),
    )
    await open()
    for (const [dataType, example] of all) {
      await test.step(dataType, async () => {
        const name = nameOf(dataType)
        const stored = async () => (await api.read('products', id))[dataType]
        await grid.goTo(1, name)
        await example.edit(grid, page, name)
        const cell = await grid.cell(1, name)
        await (dataType === 'boolean'
          ? expect(cell).toHaveAccessibleName(example.shows)
          : expect(cell).toHaveText(example.shows))
        await expect.poll(async () => inWords(await stored())).toEqual(example.stored)
        await expect(page).toHaveTitle(/Vitrine/)

        await grid.goTo(1, name)
        await grid.input.press('Delete')
        await expect(grid.cursor).toHaveText('')
        await expect.poll(stored).toBeUndefined()
      })
    }
    expect(await api.read('products', id)).toEqual({ name: 'Freja' })
  },
)

/**
 * Names the attribute so that the key which follows from the name is the type again:
 * `single_line_text_field` is Single line text field.
 */
function nameOf(dataType: WritableType): string {
  return dataType.charAt(0).toUpperCase() + dataType.slice(1).replaceAll('_', ' ')
}

const computed: readonly (Partial<AttributeCreate> & { data_type: DataType })[] = [
  { data_type: 'formula', formula: '{{name}}' },
  { data_type: 'inverse_reference', reference: { attribute: 'main_product', type: 'vendor' } },
  { data_type: 'reference_lookup', reference: { via: 'vendor', attribute: 'name' } },
]

test('grid.edit.2 every data type is covered', () => {
  expect([...Object.keys(cases), ...computed.map((it) => it.data_type)].toSorted()).toEqual(
    dataTypes.toSorted(),
  )
})

test('grid.edit.6 computed cells say why they cannot be edited', async ({ api, open, page, grid }) => {
  const vendor = { entity_type: 'vendor' } as const
  const text = { data_type: 'single_line_text_field', is_primary: true } as const
  await api.define({ ...vendor, ...text, name: 'Name' })
  await api.define({
    ...vendor,
    name: 'Main product',
    data_type: 'entity_reference',
    reference: { type: 'product' },
  })
  const id = await prepare(
    api,
    [
      { name: 'Vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
      ...computed.map((definition) => ({ ...definition, name: `Tested ${definition.data_type}` })),
    ],
    {},
    false,
  )
  await open()
  await expect(grid.row(1)).toBeVisible()
  const before = await api.read('products', id)
  for (const { data_type: dataType } of computed) {
    const name = `Tested ${dataType}`
    await grid.goTo(1, name)
    await expect(grid.cursor).toHaveAttribute('aria-readonly', 'true')
    for (const key of ['Enter', 'F2', 'x', 'Delete']) {
      await grid.input.press(key)
      await expect(grid.input).toHaveAccessibleName(`Cell ${name}`)
    }
    await grid.input.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remark' })).toContainText(
      /computed|looked up|follows from/,
    )
  }
  await expect.poll(() => api.read('products', id)).toEqual(before)
})

test('grid.edit.1 grid.edit.2 every way into an editor and out of it: Escape, the calendar, the checkbox, haste, the caret', async ({
  api,
  open,
  page,
  grid,
}) => {
  const id = await prepare(
    api,
    [
      { name: 'Kept', data_type: 'single_line_text_field' },
      { name: 'Day', data_type: 'date' },
      { name: 'Active', data_type: 'boolean' },
      { name: 'Vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
      { name: 'Note', data_type: 'multi_line_text_field' },
    ],
    { kept: 'Kept', day: '2026-01-31', note: 'bc' },
  )
  const before = await api.find('products', 'name', 'Freja')
  await open()
  await grid.goTo(1, 'Kept')
  for (const into of [
    () => grid.input.press('Enter'),
    () => grid.input.press('F2'),
    () => grid.cursor.dblclick(),
    () => grid.input.press('x'),
  ]) {
    await into()
    await expect(grid.input).toHaveAccessibleName('Edit Kept')
    await grid.input.pressSequentially('lost')
    await page.keyboard.press('Escape')
    await expect(grid.cursor).toHaveText('Kept')
  }
  await expect.poll(async () => (await api.get(`/products/${id}`)).body.data).toEqual(before)

  await grid.goTo(1, 'Day')
  await grid.cursor.dblclick()
  await page.getByRole('button', { name: /15 January 2026/ }).click()
  await expect(await grid.cell(1, 'Day')).toHaveText('15 Jan 2026')
  const active = await grid.cell(1, 'Active')
  await active.locator('span').click()
  await expect(active).toHaveAccessibleName('Yes')
  await expect.poll(() => api.read('products', id)).toMatchObject({ day: '2026-01-15', active: true })

  // A reference typed quickly is never taken from the list of an earlier text.
  await grid.goTo(1, 'Vendor')
  await grid.input.press('Enter')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
  await page.keyboard.type('kobo')
  await page.keyboard.press('Enter')
  await expect(await grid.cell(1, 'Vendor')).toHaveText('Kobo')
  await expect.poll(async () => inWords((await api.read('products', id))['vendor'])).toBe('Kobo')

  await grid.goTo(1, 'Note')
  await grid.input.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
  for (const key of ['Home', 'x', 'y', 'Control+Enter']) await page.keyboard.press(key)
  await expect.poll(() => api.read('products', id)).toMatchObject({ note: 'xybc' })
})

type Definition = Partial<AttributeCreate> & { readonly name: string; readonly data_type: DataType }

async function prepare(
  api: Api,
  definitions: readonly Definition[],
  before: Readonly<Record<string, unknown>>,
  withVendors = true,
): Promise<string> {
  const text = { data_type: 'single_line_text_field', is_primary: true } as const
  await api.define({ name: 'Name', entity_type: 'product', ...text })
  for (const definition of definitions) await api.define({ entity_type: 'product', ...definition })
  if (withVendors) {
    await api.define({ name: 'Name', entity_type: 'vendor', ...text })
    for (const name of ['Nordvik', 'Alpenholz', 'Kobo']) await api.create('vendors', { name })
  }
  const values = Object.entries(before).filter(([, value]) => value !== undefined)
  return api.create('products', { name: 'Freja', ...Object.fromEntries(values) })
}

function inWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWords)
  return value !== null && typeof value === 'object' && 'label' in value ? value.label : value
}

function type(text: string) {
  return async (grid: Grid): Promise<void> => {
    await grid.input.pressSequentially(text)
    await grid.input.press('Enter')
  }
}

function fillPopover(text: string) {
  return async (grid: Grid, page: Page, name: string): Promise<void> => {
    await grid.input.press('Enter')
    const field = page.getByRole('dialog', { name: `Edit ${name}` }).getByRole('textbox', { name })
    await expect(field).toBeFocused()
    await field.fill(text)
    await field.press('Control+Enter')
  }
}

function fillSource(text: string) {
  return async (grid: Grid, page: Page, name: string): Promise<void> => {
    await grid.input.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
    await dialog.getByRole('button', { name: 'HTML' }).click()
    const field = dialog.getByRole('textbox', { name })
    await field.fill(text)
    await field.press('Control+Enter')
  }
}
