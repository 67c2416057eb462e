import { expect, test } from 'vitest'
import type { AttributeClass } from '#shared/attribute-classes.ts'
import {
  inLanguage,
  type MadeFromTemplate,
  templateKeys,
  templateLanguages,
  templates,
} from '#shared/templates.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { listRuleRows } from '../../store/tables/quality.ts'
import { parseAnswer } from '../answer.ts'
import { listAttributeClasses } from '../attribute-classes/attribute-classes.ts'
import { undoEdit } from '../edits/undo-edit.ts'
import { listViews } from '../views/views.ts'
import { applyTemplate } from './apply-template.ts'

const apply = (catalog: ScratchCatalog, template: string, language = 'en') =>
  catalog.answer<MadeFromTemplate>((tx) =>
    applyTemplate(tx, { body: { template, language }, faults: [], context: testContext }),
  ).data
const undo = (catalog: ScratchCatalog, id: string) =>
  catalog.write((tx) => undoEdit(tx, { id, faults: [], context: testContext }))
const keysOf = (catalog: ScratchCatalog) =>
  catalog.read((db) => [...attributesOf(db, 'product').byKey.keys()])
const classesOf = (catalog: ScratchCatalog) =>
  parseAnswer<{ data: AttributeClass[] }>(catalog.read((db) => listAttributeClasses(db, { faults: [] }))).data
const viewsOf = (catalog: ScratchCatalog) =>
  parseAnswer<{ data: { name: string }[] }>(catalog.read((db) => listViews(db, { faults: [] }))).data
const rulesOf = (catalog: ScratchCatalog) =>
  catalog.read(listRuleRows).filter(({ origin }) => origin === 'own')

test.each(templateKeys.flatMap((key) => templateLanguages.map((language) => [key, language] as const)))(
  'the template %s is made whole in %s, and its undo leaves an empty workspace [TEMPLATE-01] [TEMPLATE-02]',
  (key, language) => {
    using catalog = new ScratchCatalog()
    const made = apply(catalog, key, language)
    const { categories, wanted, attributes } = templates[key]
    const [root] = categories
    expect(made).toMatchObject({ classes: categories.length, rules: wanted.length, views: 2 })
    expect(keysOf(catalog)).toEqual(
      expect.arrayContaining(['name', 'sku', ...attributes.map((one) => one.key)]),
    )
    const [first] = classesOf(catalog)
    expect(first?.name).toBe(inLanguage(root?.name ?? '|', language))
    expect(first?.category_ids).toHaveLength(1)
    expect(first?.attributes.map((one) => one.key)).toEqual([
      ...(root?.required ?? []),
      ...(root?.recommended ?? []),
    ])
    expect(catalog.list('category').pagination.total).toBe(made.categories)

    undo(catalog, made.edit_id)
    expect(keysOf(catalog)).toEqual([])
    expect([classesOf(catalog), viewsOf(catalog), rulesOf(catalog)]).toEqual([[], [], []])
    expect(catalog.list('category').pagination.total).toBe(0)
  },
)

test('an attribute that is there already stays as it is, and one that has values by then outlives the undo [TEMPLATE-01] [TEMPLATE-02]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'My price', { key: 'price' })
  const { edit_id: edit } = apply(catalog, 'books')
  catalog.create('product', { name: 'Oak and ash', author: 'Ida Holm' })
  undo(catalog, edit)
  expect(keysOf(catalog)).toEqual(['price', 'name', 'author'])
})

test('a template and a language that are not there are refused [TEMPLATE-01]', () => {
  using catalog = new ScratchCatalog()
  const { fieldErrors } = refusal(() => apply(catalog, 'shoes', 'fr'))
  expect(fieldErrors).toMatchObject([
    { field: 'template', issue: 'invalid_value' },
    { field: 'language', issue: 'invalid_value' },
  ])
})
