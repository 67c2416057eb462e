import { expect, test } from 'vitest'
import type { QualityFixName } from '#shared/quality.ts'
import { mendBy } from '../catalog/quality/fix-values.ts'
import { testServer } from '../testing/test-server.ts'

test.each<[QualityFixName, string, string]>([
  ['trim', '  Oak \n', 'Oak'],
  ['collapse_spaces', 'Oak   chair\nwith\t arms', 'Oak chair\nwith arms'],
  ['strip_html', '<p>Oak &amp; ash</p>', 'Oak & ash'],
  ['strip_html', 'Oak   chair\n\n  5 < 6', 'Oak   chair\n\n  5 < 6'],
  ['case', 'OAK CHAIR XXL A100 FÜR TV', 'Oak Chair XXL A100 Für TV'],
  ['case', 'Oak CHAIR', 'Oak CHAIR'],
  ['gtin_check_digit', '4006381333930', '4006381333931'],
  ['gtin_check_digit', '4006381333931', '4006381333931'],
  ['gtin_check_digit', 'none', 'none'],
  ['units', '4 in', '10.16 cm'],
  ['units', '1,5 m', '150 cm'],
  ['units', '10 cm', '10 cm'],
  ['units', '3 kg', '3 kg'],
])('%s mends %j [QUALITY-13]', (fix, text, mended) => {
  expect(mendBy(fix, 'cm')(text)).toBe(mended)
})

test('[QUALITY-13] a fix is tried, made as one edit, and taken back', async () => {
  await using server = await testServer({
    attributes: [
      {
        name: 'Name',
        key: 'name',
        data_type: 'single_line_text_field',
        entity_type: 'product',
        is_primary: true,
      },
      { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
    ],
  })
  for (const name of ['OAK CHAIR', 'Oak Table', 'OAK LAMP'])
    await server.post('/products', { attributes: { name } })
  const fix = (more: object = {}) =>
    server.post('/quality/fix', { type: 'product', attribute: 'name', fix: 'case', ...more })
  const names = async () =>
    (await server.get('/products')).body.data.map(
      (one: { attributes: { name: string } }) => one.attributes.name,
    )
  const tried = await fix({ dry_run: true })
  expect(tried.body.data).toMatchObject({
    matching: 3,
    changed: 2,
    edit_id: null,
    sample: [
      { old: 'OAK CHAIR', new: 'Oak Chair' },
      { old: 'OAK LAMP', new: 'Oak Lamp' },
    ],
  })
  expect(await names()).toEqual(['OAK CHAIR', 'Oak Table', 'OAK LAMP'])
  const narrow = await fix({ filter: 'filter[name][contains]=lamp' })
  expect(narrow.body.data).toMatchObject({ matching: 1, changed: 1 })
  expect((await fix()).body.data).toMatchObject({ matching: 3, changed: 1 })
  expect(await names()).toEqual(['Oak Chair', 'Oak Table', 'Oak Lamp'])
  await server.post(`/edits/${narrow.body.data.edit_id}/undo`)
  expect(await names()).toEqual(['Oak Chair', 'Oak Table', 'OAK LAMP'])
  const wrong = await fix({ attribute: 'price', fix: 'polish', filter: 'filter[nope]=1' })
  expect(
    wrong.body.error.field_errors.map(
      ({ field, issue }: { field: string; issue: string }) => `${field} ${issue}`,
    ),
  ).toEqual(['attribute not_a_text_attribute', 'fix invalid_value', 'filter not_a_defined_attribute'])
})
