import type { Page } from '@playwright/test'
import type { AttributeCreate } from '#shared/attributes.ts'
import { expect, test } from './fixtures.ts'
import type { Grid } from './pages/grid.ts'
import type { Api } from './served-app.ts'

test.use({ sample: false })

interface Refusal {
  readonly column: string
  readonly definition: Omit<AttributeCreate, 'name' | 'entity_type'>
  readonly typed: string
  readonly issue: string
  readonly reason: string | RegExp
}

const text = { data_type: 'single_line_text_field' } as const
const aboveZero = { data_type: 'number', constraints: { min: 0 } } as const
const unique = { ...text, constraints: { unique: true } } as const

const refusals: readonly Refusal[] = [
  {
    column: 'Number',
    definition: { data_type: 'number' },
    typed: 'twelve',
    issue: 'expected_number',
    reason: 'takes a number',
  },
  {
    column: 'Share',
    definition: { data_type: 'number', constraints: { min: 0, max: 100 } },
    typed: '101',
    issue: 'out_of_range',
    reason: 'between 0 and 100',
  },
  {
    column: 'Day',
    definition: { data_type: 'date' },
    typed: 'next week',
    issue: 'expected_date',
    reason: 'takes a date',
  },
  {
    column: 'Link',
    definition: { data_type: 'url' },
    typed: 'not a link',
    issue: 'expected_url',
    reason: 'starts with http:// or https://',
  },
  {
    column: 'GTIN',
    definition: { ...text, constraints: { check: 'gtin' } },
    typed: '4006381333932',
    issue: 'invalid_check_digit',
    reason: 'check digit',
  },
  {
    column: 'Code',
    definition: unique,
    typed: 'taken',
    issue: 'not_unique',
    reason: 'must be unique',
  },
  {
    column: 'Wood',
    definition: { data_type: 'single_select_list', acceptable_values: 'Oak, Walnut' },
    typed: 'Plastic',
    issue: 'not_an_acceptable_value',
    reason: 'Choose one of: Oak, Walnut',
  },
  {
    column: 'Rank',
    definition: { data_type: 'rank' },
    typed: '0',
    issue: 'out_of_range',
    reason: /must be/,
  },
]

test('grid.edit.3 what the server refuses is shown in the cell with the reason, and the typed text is kept', async ({
  api,
  open,
  page,
  grid,
}) => {
  const id = await prepare(api, Object.fromEntries(refusals.map((it) => [it.column, it.definition])))
  await open()
  for (const { column, definition, typed, issue, reason } of refusals) {
    await test.step(`${issue} of a ${definition.data_type}`, async () => {
      await grid.goTo(2, column)
      const answer = page.waitForResponse((response) => response.url().endsWith('/edits'))
      await grid.input.pressSequentially(typed)
      await grid.input.press('Enter')
      const { data } = await (await answer).json()
      const field = `attributes.${column.toLowerCase()}`
      expect(data[0].error.field_errors).toMatchObject([{ field, issue }])

      const cell = await grid.cell(2, column)
      await expect(cell).toHaveAttribute('aria-invalid', 'true')
      await expect(cell).toHaveText(typed)
      await expect(grid.status).toContainText('1 change was rejected')
      await grid.input.press('F8')
      await expect(remark(page)).toContainText(reason)
      await expect.poll(() => api.read('products', id)).toEqual({ name: 'Marcel' })

      await grid.input.press('Escape')
      await expect(cell).not.toHaveAttribute('aria-invalid')
      await expect(grid.status).not.toContainText('rejected')
    })
  }
})

test(
  'grid.edit.3 a refused edit is found again and corrected, or given up',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    const id = await prepare(api, { Tested: aboveZero, Data: { data_type: 'json' } })
    await open()
    await test.step('it is found again, corrected and then saved', async () => {
      await refuse(grid, '-5')
      await grid.goTo(1, 'Name')
      await expect(remark(page)).toBeHidden()
      await page.getByRole('button', { name: '1 change was rejected: show (F8)' }).click()
      await expect(grid.cursor).toHaveText('-5')
      await expect(remark(page)).toContainText('Tested must be at least 0.')

      await grid.input.press('Enter')
      await expect(grid.input).toHaveValue('-5')
      await grid.input.press('Home')
      await grid.input.press('Delete')
      await grid.input.press('Enter')
      await expect(await grid.cell(2, 'Tested')).toHaveText('5')
      await expect(await grid.cell(2, 'Tested')).not.toHaveAttribute('aria-invalid')
      await expect(grid.status).not.toContainText('rejected')
      await expect.poll(() => api.read('products', id)).toEqual({ name: 'Marcel', tested: 5 })
    })
    await test.step('Escape goes back to the stored value; the other edits of the row stay saved', async () => {
      await refuse(grid, '-7')
      await grid.goTo(2, 'Name')
      await grid.input.pressSequentially('Marcel II')
      await grid.input.press('Enter')
      await expect.poll(() => api.read('products', id)).toEqual({ name: 'Marcel II', tested: 5 })
      await expect(await grid.cell(2, 'Tested')).toHaveText('-7')

      await grid.input.press('F8')
      await grid.input.press('Escape')
      await expect(grid.cursor).toHaveText('5')
      await expect(grid.cursor).not.toHaveAttribute('aria-invalid')
      await expect.poll(() => api.read('products', id)).toEqual({ name: 'Marcel II', tested: 5 })
    })
    await test.step('invalid JSON is named while it is typed, and refused when saved', async () => {
      await grid.goTo(1, 'Data')
      await grid.input.press('Enter')
      const editor = page.getByRole('dialog', { name: 'Edit Data' })
      await editor.getByRole('textbox').fill('{"a": ')
      await expect(editor).toContainText('Not valid JSON')
      await editor.getByRole('button', { name: 'Save' }).click()
      await expect(grid.cursor).toHaveAttribute('aria-invalid', 'true')
      await expect(remark(page)).toContainText('takes JSON')
      await grid.input.press('Enter')
      await expect(editor.getByRole('textbox')).toHaveValue('{"a": ')
      await expect
        .poll(async () => (await api.find('products', 'name', 'Freja')).attributes)
        .toEqual({ name: 'Freja' })
    })
  },
)

test(
  'grid.edit.3 a new row that the server refuses keeps what was entered',
  { tag: '@long' },
  async ({ api, open, page, grid }) => {
    await prepare(api, { Tested: unique })
    await open()
    await expect(grid.row(1)).toBeVisible()
    await page.getByRole('button', { name: 'Add product' }).click()
    await grid.goToColumn('Tested')
    await grid.input.pressSequentially('taken')
    await grid.input.press('Enter')
    await grid.goToColumn('Name')
    await grid.input.pressSequentially('Linde')
    await grid.input.press('Enter')
    await expect(grid.status).toContainText('1 change was rejected')
    await grid.input.press('F8')
    await expect(remark(page)).toContainText('must be unique')
    await expect.poll(() => api.count('products')).toBe(2)

    await grid.input.press('Enter')
    await grid.input.press('End')
    await grid.input.pressSequentially(' not')
    await grid.input.press('Enter')
    await expect(grid.row(3)).toContainText('Linde')
    await expect
      .poll(async () => (await api.find('products', 'name', 'Linde')).attributes['tested'])
      .toBe('taken not')
  },
)

async function prepare(api: Api, columns: Record<string, Refusal['definition']>): Promise<string> {
  await api.define({ name: 'Name', entity_type: 'product', ...text, is_primary: true })
  for (const [name, definition] of Object.entries(columns))
    await api.define({ name, entity_type: 'product', ...definition })
  const taken = Object.keys(columns).filter((name) => columns[name] === unique)
  const attributes = Object.fromEntries(taken.map((name) => [name.toLowerCase(), 'taken']))
  await api.create('products', { name: 'Freja', ...attributes })
  return api.create('products', { name: 'Marcel' })
}

async function refuse(grid: Grid, text: string): Promise<void> {
  await grid.goTo(2, 'Tested')
  await grid.input.pressSequentially(text)
  await grid.input.press('Enter')
  await expect(await grid.cell(2, 'Tested')).toHaveAttribute('aria-invalid', 'true')
}

function remark(page: Page) {
  return page.getByRole('dialog', { name: 'Not saved' })
}
