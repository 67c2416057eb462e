import { expect, test } from 'vitest'
import type { AttributeConfig, AttributeCreate, AttributePatch } from '#shared/attributes.ts'
import type { PackagedAttribute } from '#shared/packages.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { storeAttributes } from '../packages/store-schema.ts'
import { toConfig } from './attribute-config.ts'
import { deleteAttribute } from './delete-attribute.ts'
import { updateAttribute } from './update-attribute.ts'

const generated = (custom_instructions: string) => ({ ai_generated: true, custom_instructions })

function patch(catalog: ScratchCatalog, key: string, body: AttributePatch): AttributeConfig {
  const request = { key, type: undefined, body, faults: [], context: testContext }
  return catalog.answer<AttributeConfig>((tx) => updateAttribute(tx, request)).data
}

function faultsOf(fn: () => unknown): string[] {
  return refusal(fn).fieldErrors.map(({ field, issue }) => `${field} ${issue}`)
}

function chain(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'Sku', { is_primary: true })
  catalog.define('product', 'Photo', { data_type: 'image' })
  catalog.define('product', 'Short', generated('Name {{ sku }}'))
  catalog.define('product', 'Long', generated('More than {{short}}'))
  return catalog
}

test('what a prompt and its lists name is defined for the type [PROMPT-01]', () => {
  using catalog = chain()
  catalog.define('vendor', 'Country')
  const define = (rest: Partial<AttributeCreate>) =>
    faultsOf(() => catalog.define('product', 'New', { ...generated('x'), ...rest }))
  expect(define({ custom_instructions: 'From {{country}} with {{sku}}' })).toEqual([
    'custom_instructions not_a_defined_attribute',
  ])
  expect(define({ ai_generated: false, custom_instructions: '{{}}' })).toEqual([
    'custom_instructions not_a_defined_attribute',
  ])
  expect(define({ required_dependencies: ['sku', 'skv'] })).toEqual([
    'required_dependencies[1] not_a_defined_attribute',
  ])
  expect(define({ vision_image_attributes: ['photo', 'sku', 'nope'] })).toEqual([
    'vision_image_attributes[2] not_a_defined_attribute',
    'vision_image_attributes[1] invalid_value',
  ])
  const { message } = refusal(() => catalog.define('product', 'New', generated('{{skuu}}')))
  expect(message).toContain('Did you mean sku?')
})

test('a prompt does not lead back to itself, through others or formulas [PROMPT-02]', () => {
  using catalog = chain()
  const circle = ['custom_instructions circular_prompt']
  expect(faultsOf(() => patch(catalog, 'short', { custom_instructions: '{{long}}' }))).toEqual(circle)
  expect(faultsOf(() => patch(catalog, 'short', { custom_instructions: '{{short}}' }))).toEqual(circle)
  expect(faultsOf(() => catalog.define('product', 'Own', generated('As {{own}}')))).toEqual(circle)
  catalog.define('product', 'Shout', { data_type: 'formula', formula: 'UPPER({{long}})' })
  const { message } = refusal(() => patch(catalog, 'short', { custom_instructions: '{{shout}}' }))
  expect(message).toContain('short → shout → long → short')
})

test('prompts that are not in force make no circle until they are [PROMPT-02]', () => {
  using catalog = chain()
  patch(catalog, 'long', { ai_generated: false })
  patch(catalog, 'short', { custom_instructions: '{{long}}' })
  expect(faultsOf(() => patch(catalog, 'long', { ai_generated: true }))).toEqual([
    'custom_instructions circular_prompt',
  ])
})

test('computed values are not generated [PROMPT-03]', () => {
  using catalog = chain()
  const formula = { data_type: 'formula', formula: '1' }
  expect(faultsOf(() => catalog.define('product', 'Sum', { ...formula, ai_generated: true }))).toEqual([
    'ai_generated invalid_value',
  ])
  expect(faultsOf(() => patch(catalog, 'short', { ...formula, ai_generated: true }))).toEqual([
    'ai_generated invalid_value',
  ])
  expect(patch(catalog, 'short', formula)).toMatchObject({ ai_generated: false, tool: 'formula' })
})

test('a stored prompt outlives what it names, sent back and in a package [PROMPT-04]', () => {
  using catalog = chain()
  catalog.write((tx) =>
    deleteAttribute(tx, { key: 'short', type: undefined, faults: [], context: testContext }),
  )
  const long = patch(catalog, 'long', {})
  expect(patch(catalog, 'long', { ...long, name: 'Longer' }).custom_instructions).toBe('More than {{short}}')
  expect(patch(catalog, 'long', { ai_generated: false }).ai_generated).toBe(false)
  expect(faultsOf(() => patch(catalog, 'long', { ai_generated: true }))).toEqual([
    'custom_instructions not_a_defined_attribute',
  ])
  using other = new ScratchCatalog()
  other.write((tx) => storeAttributes(tx, [long], testContext))
  expect(other.read((db) => attributesOf(db, 'product').list.map(toConfig))).toEqual([long])
})

const members = {
  required_dependencies: ['sku'],
  vision_image_attributes: ['photo'],
  generation_model: 'qwen3:8b',
  image_count: 3,
  auto_generate: 'stale',
} as const

test('a definition keeps what it says of its generation, and a change is told [PROMPT-05]', () => {
  using catalog = chain()
  const sent = { ...members, required_dependencies: ['sku'], vision_image_attributes: ['photo'] }
  expect(patch(catalog, 'long', sent)).toMatchObject(members)
  expect(
    catalog
      .events()
      .at(-1)
      ?.changes?.map(({ attribute }) => attribute),
  ).toEqual(Object.keys(members))
  expect(faultsOf(() => patch(catalog, 'long', { auto_generate: 'daily' }))).toEqual([
    'auto_generate invalid_value',
  ])
})

test('definitions and packages of earlier versions get what is usual [PROMPT-05]', () => {
  using catalog = chain()
  const usual = {
    required_dependencies: [],
    vision_image_attributes: null,
    generation_model: null,
    image_count: null,
    auto_generate: 'off',
  }
  catalog.write((tx) => {
    for (const member of Object.keys(usual))
      tx.run(`UPDATE attribute SET config = json_remove(config, '$.${member}')`)
    tx.run("UPDATE meta SET value = 'older' WHERE key = 'schema_version'")
  })
  const before = catalog.events().length
  const long = patch(catalog, 'long', {})
  expect(long).toMatchObject(usual)
  expect(catalog.events()).toHaveLength(before)
  using other = new ScratchCatalog()
  const earlier = Object.fromEntries(Object.entries(long).filter(([member]) => !(member in usual)))
  other.write((tx) => storeAttributes(tx, [earlier as PackagedAttribute], testContext))
  expect(other.read((db) => attributesOf(db, 'product').list.map(toConfig))).toEqual([long])
})
