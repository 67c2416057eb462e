import { ImportDialog } from './pages/import-dialog.ts'
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'

export const importScreens: readonly Screen[] = [
  {
    name: 'import',
    show: async (page) => {
      const rows = ['SKU,Product name,Price,Weight', 'NEW-1,Solveig lamp,49.5,1.2', 'NEW-2,Ida shelf,120,8']
      const dialog = new ImportDialog(page)
      await dialog.drop('spring.csv', rows.join('\n'))
      await dialog.table('What would change').waitFor()
    },
    reopen: dropChecked,
  },
  {
    name: 'import-columns',
    show: async (page) => {
      const rows = [
        'Artikel;Product name;Price;Launch date;Material',
        'NEW-1;Solveig lamp;1.249,50;3.2.2026;Oak',
        'NEW-2;Ida shelf;on request;28.2.2026;Cherry',
      ]
      const dialog = new ImportDialog(page)
      await dialog.drop('spring.csv', rows.join('\n'))
      await dialog.openColumn(/^Price/)
      await dialog.select('Numbers are written', '1.234,5 with a comma')
      await dialog.root.getByText('1249.50').waitFor()
    },
  },
  {
    name: 'import-check',
    show: async (page) => {
      const rows = [
        'SKU;Product name;Price',
        'CH-100;Freja chair;210',
        'NEW-1;Solveig lamp;49.5',
        'NEW-2;Vase;soon',
      ]
      const dialog = new ImportDialog(page)
      await dialog.drop('spring.csv', rows.join('\n'))
      await dialog.table('What would change').waitFor()
    },
    reopen: dropChecked,
  },
]

/** Drops a file with each kind of row and waits for its check. */
async function dropChecked(page: Page): Promise<void> {
  const rows = [
    'SKU;Product name;Price',
    'CH-100;Freja chair;210',
    'NEW-1;Solveig lamp;49.5',
    'NEW-2;Vase;soon',
  ]
  await new ImportDialog(page).drop('spring.csv', rows.join('\n'))
  await page.locator('.import-rows .differences-grid').waitFor()
}
