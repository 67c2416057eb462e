import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

test(
  'app.safety.1 the diagnostics page tells files and versions, checks a workspace, and exports the log without keys',
  { tag: '@long' },
  async ({ catalog, open, page, workspace, api }) => {
    await open()
    await page.getByRole('button', { name: 'Help and appearance' }).waitFor()
    await catalog.findCommand('diagnostics')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Diagnostics' })).toBeVisible()
    const file = page.getByRole('region', { name: `Workspace ${workspace.name}` })
    await expect(file).toContainText(workspace.file)
    await file.getByRole('button', { name: 'Check for damage' }).click()
    await expect(file.getByRole('status')).toContainText('The file is sound')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export the log…' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^vitrine-log-.*\.txt$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/^Vitrine \d/)
    expect(text).not.toContain(api.key)
  },
)

test('app.start.1 the start page lists the workspaces, the last one first, and makes one from a CSV file', async ({
  open,
  page,
  workspace,
}) => {
  await open()
  await page.getByRole('grid').waitFor()
  await page.goto('/?view=start')
  const recent = page.getByRole('region', { name: 'Recent workspaces' }).getByRole('listitem')
  await expect(recent.first()).toContainText(workspace.name)
  const name = `Imported ${workspace.id.slice(0, 8)}`
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from('sku,name\nA-1,One\n') })
  await expect(page.getByRole('dialog')).toContainText('Import')
  await expect(page).toHaveTitle(`${name} – Vitrine`)
})
