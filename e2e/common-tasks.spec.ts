import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ImportDialog } from './pages/import-dialog.ts'

/** The number of actions that docs/tasks.md promises for each task. */
const promised = new Map(
  Array.from(
    readFileSync(join(import.meta.dirname, '../docs/tasks.md'), 'utf8').matchAll(
      /^\| (\S.*?) +\| [^|]*\| +(\d+) \|/gm,
    ),
    ([, task = '', now]) => [task, Number(now)] as const,
  ),
)

/** Acts as a person and counts the actions: a click, a key or combination of keys, or one text typed. */
class Hand {
  actions = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator): Promise<void> {
    this.actions += 1
    await target.click()
  }

  async press(keys: string): Promise<void> {
    this.actions += 1
    await this.#page.keyboard.press(keys)
  }

  async type(text: string): Promise<void> {
    this.actions += 1
    await this.#page.keyboard.type(text)
  }

  async choose(list: Locator, option: string): Promise<void> {
    await this.click(list)
    await this.click(this.#page.getByRole('option', { name: option, exact: true }))
  }
}

test(
  'app.tasks.1 common tasks take the actions that docs/tasks.md tells, counted as a person does them',
  { tag: '@long' },
  async ({ api, catalog, grid, open, page }) => {
    test.slow()
    const described = new Set<string>()
    const count = async (task: string, walk: (hand: Hand) => Promise<void>): Promise<void> => {
      await test.step(task, async () => {
        const hand = new Hand(page)
        await walk(hand)
        expect({ task, actions: hand.actions }).toEqual({ task, actions: promised.get(task) })
        described.add(task)
      })
    }
    const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true }).first()
    const start = async (): Promise<void> => {
      await open()
      await expect(grid.row(1)).toBeVisible()
    }

    await start()
    await grid.goTo(1, 'Product name')
    await count('Find the products of Nordvik in terracotta', async (hand) => {
      await hand.press('Control+Shift+F')
      await hand.type('nordvik terra')
      await expect(grid.row(1)).toContainText(/terracotta/)
      await expect(page.getByText(/of 200/).first()).toBeVisible()
    })

    await start()
    await count('Correct a price', async (hand) => {
      await hand.click(await grid.cell(3, 'Price'))
      await hand.type('12.5')
      await hand.press('Enter')
      await expect(await grid.cell(3, 'Price')).toHaveText(/^12\.50/)
    })

    await start()
    await count('Raise the prices of one vendor by 4 %, ending in .99', async (hand) => {
      await hand.click(button('Facets'))
      const facets = page.getByRole('complementary', { name: 'Facets' })
      await hand.click(facets.getByRole('checkbox', { name: /^Nordvik Møbler/ }))
      await hand.click(button('Bulk edit'))
      const dialog = page.getByRole('dialog', { name: 'Edit many rows at once' })
      await hand.choose(dialog.getByRole('combobox', { name: 'Attribute' }), 'Price')
      await hand.choose(dialog.getByRole('combobox', { name: 'Action' }), 'change by percent')
      await hand.click(dialog.getByLabel('Amount in percent'))
      await hand.type('4')
      await hand.choose(dialog.getByRole('combobox', { name: 'Rounding' }), 'to end in .99')
      await hand.click(dialog.getByRole('button', { name: /^Change \d+ rows?$/ }))
      await expect(dialog).toBeHidden()
      const [vendor] = await api.list('vendors', { q: 'Nordvik' })
      const raised = async () =>
        (await api.list('products', { 'filter[vendor]': vendor?.id ?? '' })).flatMap(({ attributes }) =>
          attributes['price'] === undefined ? [] : [Number(attributes['price']).toFixed(2).slice(-3)],
        )
      await expect.poll(async () => new Set(await raised())).toEqual(new Set(['.99']))
    })

    await start()
    const importing = new ImportDialog(page)
    await importing.drop('wrong.csv', 'SKU,Price\nCH-100-PET,1\nCH-100-OCH,1\n')
    await importing.press('Import now')
    await importing.press('Done')
    await expect(await grid.cell(2, 'Price')).toHaveText(/^1\.00/)
    await grid.goTo(2, 'Price')
    await count('Take back an import that was wrong', async (hand) => {
      await hand.press('Control+z')
      await hand.click(button('Undo the import'))
      await expect(button('Undo the import')).toBeHidden()
      await expect(await grid.cell(2, 'Price')).toHaveText(/^196\.99/)
    })

    await api.create('products', { sku: 'GAP-1', product_name: 'Gap one' })
    await api.create('products', { sku: 'GAP-2', product_name: 'Gap two' })
    await api.create('products', { sku: 'GAP-3', product_name: 'Gap three' })
    await start()
    await count('Fill the first three values that Google Merchant still asks for', async (hand) => {
      await hand.click(catalog.link('Channels'))
      await hand.click(page.getByRole('link', { name: 'Google Merchant Center' }))
      await hand.click(page.getByRole('link', { name: /^Price/ }))
      await expect(grid.input).toHaveAccessibleName('Cell Price')
      for (const amount of ['11', '12', '13']) {
        await hand.type(amount)
        await hand.press('Enter')
      }
      await expect
        .poll(
          async () =>
            (await api.list('products', { 'filter[price][lte]': '13', 'filter[price][gte]': '11' })).filter(
              ({ attributes }) => [11, 12, 13].includes(Number(attributes['price'])),
            ).length,
        )
        .toBe(3)
    })

    await start()
    await count('Name a vendor that is not there yet', async (hand) => {
      await hand.click(await grid.cell(2, 'Vendor'))
      await hand.type('Holz und Sohn')
      await expect(page.getByRole('option', { name: 'Create “Holz und Sohn”' })).toBeVisible()
      await hand.press('ArrowDown')
      await hand.press('Enter')
      await expect(await grid.cell(2, 'Vendor')).toHaveText('Holz und Sohn')
    })

    const changed = await api.find('products', 'sku', 'CH-100-SAG')
    await api.write('products', changed?.id ?? '', { stock: 77 })
    await start()
    await count('Bring back what a script changed in one cell', async (hand) => {
      await hand.click(catalog.link('What changed'))
      await hand.choose(page.getByRole('combobox', { name: 'Made through' }), 'The API')
      await hand.click(page.getByRole('button', { name: /^Restore Stock of Freja chair, sage/ }))
      await expect
        .poll(async () => (await api.find('products', 'sku', 'CH-100-SAG'))?.attributes['stock'])
        .not.toBe(77)
    })

    await start()
    await count('Rename a column', async (hand) => {
      await grid.header('Stock').hover()
      await hand.click(button('Menu of Stock'))
      await hand.click(page.getByRole('menuitem', { name: 'Rename…' }))
      await hand.type('Pieces')
      await hand.press('Enter')
      await expect(grid.header('Pieces')).toBeVisible()
    })

    await start()
    await count('Group by status and in it by material, with sums', async (hand) => {
      await hand.choose(page.getByRole('combobox', { name: 'Group', exact: true }), 'By Status')
      await hand.click(page.getByRole('combobox', { name: 'Grouped by Status' }))
      await hand.choose(
        page
          .getByRole('group', { name: /^Groups of level/ })
          .first()
          .getByRole('combobox'),
        'Material',
      )
      await expect(page.getByRole('combobox', { name: 'Grouped by Status, Material' })).toBeVisible()
    })

    await start()
    await page.context().setOffline(true)
    for (const row of [2, 3, 4, 5, 7]) {
      await grid.goTo(row, 'Price')
      await page.keyboard.type('55')
      await page.keyboard.press('Enter')
    }
    await count('Send five edits that were made while the connection was away', async () => {
      await page.context().setOffline(false)
      await expect.poll(async () => (await api.list('products', { 'filter[price]': '55' })).length).toBe(5)
    })

    expect([...promised.keys()].filter((task) => !described.has(task))).toEqual([])
  },
)
