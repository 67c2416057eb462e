import { expect, test } from 'vitest'
import type { AttributeClass, EffectiveClasses } from '#shared/attribute-classes.ts'
import { toColumns } from '../query/columns.ts'
import { arrange, LookStore } from '../state/grid-layout.ts'
import { isSamePlan, nameClasses, planClassColumns } from './class-columns-toggle.tsx'
import { sampleAttribute } from '../query/testing/samples.ts'

const classOf = (name: string, categories: string[], keys: string[]): AttributeClass => ({
  id: name,
  key: name.toLowerCase(),
  name,
  entity_type: 'product',
  category_ids: categories,
  attributes: keys.map((key) => ({ key, requirement: 'optional' })),
})
const seating = classOf('Seats', ['seats'], ['fabric', 'height'])
const sofas = classOf('Sofas', ['sofas'], ['bed'])
const lamps = classOf('Lamps', ['lamps'], ['bulb', 'height'])

const attribute = (
  key: string,
  requirement: EffectiveClasses['attributes'][number]['requirement'] = null,
) => ({
  key,
  name: key,
  data_type: 'single_line_text_field' as const,
  requirement,
})
const ofMembers: EffectiveClasses = {
  entity: { id: 'seats', type: 'category', label: 'Seats' },
  entity_type: 'product',
  category_ids: ['seats'],
  classes: [{ id: 'Seats', key: 'seats', name: 'Seats' }],
  attributes: [attribute('name'), attribute('height', 'optional'), attribute('fabric', 'required')],
  hidden: ['bed', 'bulb'],
  missing: null,
}

const columns = toColumns(
  ['bulb', 'name', 'bed', 'height', 'sku', 'fabric'].map((key) =>
    sampleAttribute(key, {
      is_primary: key === 'name',
      constraints: key === 'bulb' ? { required: true } : {},
    }),
  ),
)

const shown = (look: LookStore): string[] => {
  const visibility: Partial<Record<string, boolean>> = look.columnVisibility.get()
  return arrange(columns, look.all.get()).flatMap(({ id }) => (visibility[id] === false ? [] : [id]))
}

test('the columns are those of the classes in their order; those of categories below count where they are shown', () => {
  const alone = planClassColumns(ofMembers, [lamps, seating, sofas], ['seats'])
  expect(alone).toEqual({
    names: ['Seats'],
    keys: ['fabric', 'height'],
    hidden: new Set(['bed', 'bulb']),
    required: new Set(['fabric']),
  })
  const deep = planClassColumns(ofMembers, [lamps, seating, sofas], ['seats', 'sofas'])
  expect(deep).toMatchObject({
    names: ['Seats'],
    keys: ['fabric', 'height', 'bed'],
    hidden: new Set(['bulb']),
  })
  expect(alone && deep && isSamePlan(alone, deep)).toBe(false)
})

test('a category to which no class applies has no columns of its own', () => {
  expect(planClassColumns({ ...ofMembers, classes: [] }, [lamps], ['seats'])).toBeUndefined()
})

test('the grid shows them first, keeps what every product needs, and goes back to exactly what was', () => {
  const plan = planClassColumns(ofMembers, [lamps, seating, sofas], ['seats'])
  const look = new LookStore()
  look.columnVisibility.set((before) => ({ ...before, sku: false, fabric: false }))
  look.columnOrder.set(['height', 'bulb'])
  const before = look.all.get()
  if (plan) look.showClasses(plan, columns)
  expect(shown(look)).toEqual(['name', 'fabric', 'height', 'bulb'])
  look.showClasses({ names: ['Lamps'], keys: ['bulb'], hidden: new Set(), required: new Set() }, columns)
  expect(shown(look)).toEqual(['name', 'bulb', 'height', 'bed'])
  look.hideClasses()
  expect(look.all.get()).toEqual(before)
})

test('classes are named briefly', () => {
  expect(nameClasses(['Seats'])).toBe('Seats')
  expect(nameClasses(['Seats', 'Sofas'])).toBe('Seats and Sofas')
  expect(nameClasses(['Seats', 'Sofas', 'Beds'])).toBe('Seats and 2 more')
})
