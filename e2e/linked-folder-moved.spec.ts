import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

test('app.library.1 a folder is linked in the settings, its pictures are followed where they are moved, and what was undone is told', async ({
  page,
  open,
  api,
}) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-photos-')))
  const folder = join(root, 'photos')
  await mkdir(join(folder, 'chairs'), { recursive: true })
  await writeFile(
    join(folder, 'chairs', 'one.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>',
  )
  await open()
  await page.getByRole('link', { name: 'Settings' }).click()
  const section = page.getByRole('region', { name: 'Linked libraries' })
  const path = section.getByLabel('Folder of the library', { exact: true })
  await path.fill(join(root, 'nowhere'))
  await section.getByLabel('Name of the library').fill('Photos')
  await section.getByRole('button', { name: 'Link the folder' }).click()
  await expect(section.locator('.ui-field-error')).toBeVisible()
  await path.fill(folder)
  await section.getByRole('button', { name: 'Link the folder' }).click()
  const card = section.getByRole('article', { name: 'Photos' })
  await card.getByRole('button', { name: 'Scan now' }).click()
  await expect(card.getByRole('status')).toContainText('1 file, scanned')

  const libraries = (await (
    await page.request.get('/app/v1/asset-libraries', {
      headers: { 'vitrine-workspace': new URL(page.url()).searchParams.get('workspace') ?? '' },
    })
  ).json()) as { data: { id: string }[] }
  const value = (place: string) => `linked/${libraries.data[0]?.id}/${place}`
  const [product] = await api.list('products', { limit: '1' })
  const picture = async () => (await api.read('products', product!.id))['picture']
  await api.write('products', product!.id, { picture: value('chairs/one.svg') })
  await rename(join(folder, 'chairs'), join(folder, 'seating'))
  await card.getByRole('button', { name: 'Scan now' }).click()
  await expect(page.getByText('0 new, 0 changed, 1 moved, 0 missing')).toBeVisible()
  expect(await picture()).toBe(value('seating/one.svg'))

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(picture).toBe(value('chairs/one.svg'))
  await card.getByRole('button', { name: 'Scan now' }).click()
  await expect(card.getByText('1 file that values name is missing')).toBeVisible()
  await card.getByRole('button', { name: 'Take the new place' }).click()
  await expect.poll(picture).toBe(value('seating/one.svg'))
  await expect(card.getByText('missing')).toBeHidden()

  await rename(folder, join(root, 'elsewhere'))
  await card.getByRole('button', { name: 'Scan now' }).click()
  await expect(card.getByText('The folder is not there')).toBeVisible()
  await card.getByLabel('Folder of the library', { exact: true }).fill(join(root, 'elsewhere'))
  await card.getByRole('button', { name: 'Link the folder' }).click()
  await expect(card.getByText('The folder is not there')).toBeHidden()
  expect(await picture()).toBe(value('seating/one.svg'))
  await rm(root, { recursive: true })
})
