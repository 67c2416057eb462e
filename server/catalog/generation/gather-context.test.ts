import { expect, onTestFinished, test } from 'vitest'
import type { AttributeConfig, AttributeCreate } from '#shared/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { addSource } from '../../testing/scratch-sources.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { toConfig } from '../attributes/attribute-config.ts'
import { updateEntity } from '../entities/update-entity.ts'
import { gatherContext } from './gather-context.ts'
import { gatherInputs, type GatherOptions, gatherNamed } from './gather-inputs.ts'
import { type GenerationContext, inputDigest } from './generation-context.ts'
import { verifyEvidence } from './read-output.ts'

function products(story: Partial<AttributeCreate>): ScratchCatalog {
  const catalog = new ScratchCatalog()
  onTestFinished(() => catalog[Symbol.dispose]())
  const define = catalog.define.bind(catalog)
  define('vendor', 'Vendor name', { is_primary: true })
  define('image', 'Address', { data_type: 'image' })
  define('product', 'Name', { is_primary: true })
  define('product', 'Weight', { data_type: 'number', constraints: { unit: 'kg' } })
  define('product', 'Details', { data_type: 'rich_text_field' })
  define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  define('product', 'Photo', { data_type: 'image' })
  define('product', 'Gallery', { data_type: 'entity_list_reference', reference: { type: 'image' } })
  define('product', 'Loud', { data_type: 'formula', formula: 'UPPER({{name}})' })
  define('product', 'Sources', { data_type: 'entity_list_reference', reference: { type: 'source' } })
  define('source', 'Products', { data_type: 'entity_list_reference', reference: { type: 'product' } })
  define('source', 'Content', { data_type: 'multi_line_text_field' })
  define('product', 'Other', { ai_generated: true, custom_instructions: 'x' })
  define('product', 'Story', { ai_generated: true, ...story })
  return catalog
}

function definitionOf(catalog: ScratchCatalog): AttributeConfig {
  const attribute = catalog.read((db) => attributesOf(db, 'product').byKey.get('story'))
  if (!attribute) throw new Error('There is no story.')
  return toConfig(attribute)
}

function gather(catalog: ScratchCatalog, id: string, options?: GatherOptions): GenerationContext {
  const definition = definitionOf(catalog)
  return catalog.read((db) => {
    const inputs = gatherInputs(db, definition, id, options)
    if (!inputs) throw new Error('The product is gone.')
    return gatherContext(db, definition, inputs)
  })
}

function digest(catalog: ScratchCatalog, id: string): string {
  const definition = definitionOf(catalog)
  const inputs = catalog.read((db) => gatherInputs(db, definition, id))
  return inputs ? inputDigest(definition, inputs) : 'gone'
}

function write(catalog: ScratchCatalog, type: 'product' | 'source', id: string, attributes: object): void {
  const body = { attributes: { ...attributes } }
  catalog.write((tx) => updateEntity(tx, { type, id, body, faults: [], context: testContext }))
}

const withImages = { selected_tools: ['includeImages' as const] }

function definitionOfPhoto(db: ReadableDb): AttributeConfig {
  return attributesOf(db, 'product')
    .list.map(toConfig)
    .find(({ key }) => key === 'photo') as AttributeConfig
}

const textsOf = ({ values }: GenerationContext) =>
  Object.fromEntries(values.map(({ key, text }) => [key, text]))

const picture = (digit: string) => `https://pictures.example/${digit}.webp`

test('every attribute with a value is told, references by labels, but for what is generated itself [PROMPT-13]', () => {
  const catalog = products({ selected_tools: ['includeProductAttributes'] })
  const vendor = catalog.create('vendor', { vendor_name: 'Nordvik' })
  const { id } = catalog.create('product', {
    name: 'Chair',
    weight: 12.5,
    details: '<p>Oak</p><p>Oiled</p>',
    vendor: vendor.id,
    photo: picture('a'),
    other: 'Made up',
    story: 'Old',
  })
  const context = gather(catalog, id)
  expect(textsOf(context)).toEqual({
    name: 'Chair',
    weight: '12.5',
    details: 'Oak\nOiled',
    vendor: 'Nordvik',
    loud: 'CHAIR',
  })
  expect(context.values.find(({ key }) => key === 'weight')?.name).toBe('Weight (kg)')
  expect(context).toMatchObject({ entity: { id, type: 'product', label: 'Chair' }, sources: [], images: [] })
})

test('source_attributes narrow what is told; what the prompt names is told all the same, without a value too [PROMPT-13]', () => {
  const catalog = products({
    selected_tools: ['includeProductAttributes'],
    source_attributes: ['weight', 'story', 'gone'],
    custom_instructions: 'From {{other}} and {{details}}',
    required_dependencies: ['weight', 'details'],
  })
  const { id } = catalog.create('product', { name: 'Chair', weight: 1, other: 'Made up', story: 'Old' })
  expect(textsOf(gather(catalog, id))).toEqual({
    other: 'Made up',
    details: null,
    name: 'Chair',
    weight: '1',
  })
  expect(gather(catalog, id).missing).toEqual(['details'])
})

test('an open proposal counts in place of the value [PROMPT-13]', () => {
  const catalog = products({ custom_instructions: 'From {{other}} by {{vendor}}' })
  const vendor = catalog.create('vendor', { vendor_name: 'Nordvik' })
  const { id } = catalog.create('product', { name: 'Chair', other: 'Old' })
  const context = gather(catalog, id, { proposed: { other: 'New', vendor: vendor.id } })
  expect(textsOf(context)).toMatchObject({ other: 'New', vendor: 'Nordvik' })
})

test('a product that is gone has no inputs', () => {
  const catalog = products({})
  const definition = definitionOf(catalog)
  expect(catalog.read((db) => gatherInputs(db, definition, crypto.randomUUID()))).toBeUndefined()
})

test('sources are linked by references either way, and by nothing else [PROMPT-13]', () => {
  const catalog = products({ selected_tools: ['includeDataSources'] })
  const forward = addSource(catalog, 'From the product.', {}, 'Sheet')
  const { id } = catalog.create('product', { name: 'Chair', sources: [forward] })
  const back = addSource(catalog, 'From the source.', { products: [id] })
  addSource(catalog, 'Not linked: Chair.')
  const { sources, passages } = gather(catalog, id)
  expect(sources.map(({ id: source, title }) => [source, title])).toEqual([
    [forward, 'Sheet'],
    [back, null],
  ])
  expect(passages).toEqual([
    { source: forward, start: 0, text: 'From the product.' },
    { source: back, start: 0, text: 'From the source.' },
  ])
  write(catalog, 'source', back, { content: 'Corrected.' })
  expect(gather(catalog, id).passages[1]?.text).toBe('Corrected.')
})

test('long sources are sent in parts around the label [PROMPT-13]', () => {
  const catalog = products({ selected_tools: ['includeDataSources'] })
  const filler = 'Nothing of this is about the thing.\n'.repeat(2000)
  const source = addSource(catalog, `${filler}The Chair Nordvik weighs 12 kg.\n${filler}`)
  const { id } = catalog.create('product', { name: 'Chair Nordvik', sources: [source] })
  const { passages } = gather(catalog, id)
  const sent = passages.map(({ text }) => text).join('')
  expect(sent).toContain('The Chair Nordvik weighs 12 kg.')
  expect(sent.length).toBeLessThanOrEqual(24_000)
})

test('pictures are those of all image attributes, or of the chosen ones [PROMPT-13]', () => {
  const catalog = products({ selected_tools: ['includeImages'] })
  const image = catalog.create('image', { address: picture('b') })
  const blank = catalog.create('image', {})
  const { id } = catalog.create('product', {
    name: 'Chair',
    photo: picture('a'),
    gallery: [image.id, blank.id],
  })
  expect(gather(catalog, id).images).toEqual([
    { attribute: 'photo', place: picture('a') },
    { attribute: 'gallery', place: picture('b') },
  ])
  const chosen = { ...definitionOf(catalog), vision_image_attributes: ['gallery'] }
  const inputs = catalog.read((db) => gatherInputs(db, chosen, id))
  expect(inputs?.images.map(({ attribute }) => attribute)).toEqual(['gallery'])
  // A generated picture is made from the others.
  const own = catalog.read((db) => gatherInputs(db, { ...definitionOfPhoto(db), ...withImages }, id))
  expect(own?.images.map(({ attribute }) => attribute)).toEqual(['gallery'])
})

test('a reference chooses from all labels up to 200, else from those that the context mentions [PROMPT-13]', () => {
  const catalog = products({ data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.create('vendor', { vendor_name: 'Nordvik Möbel' })
  const { id } = catalog.create('product', { name: 'Chair of NORDVIK möbel, Oslo.' })
  const labels = () => gather(catalog, id).labels.map(({ label }) => label)
  for (let n = 1; n < 200; n += 1) catalog.create('vendor', { vendor_name: `Vendor ${n}` })
  expect(labels()).toHaveLength(200)
  catalog.create('vendor', { vendor_name: 'Oslo' })
  expect(labels()).toEqual(['Nordvik Möbel', 'Oslo'])
})

test('the digest follows values, sources and pictures, and nothing else [PROMPT-12]', () => {
  const catalog = products({
    selected_tools: ['includeDataSources', 'includeImages'],
    custom_instructions: 'From {{weight}}',
  })
  const source = addSource(catalog, 'Oak.')
  const { id } = catalog.create('product', { name: 'Chair', weight: 1, sources: [source] })
  const states = [digest(catalog, id)]
  const changed = (fn: () => unknown) => {
    fn()
    states.push(digest(catalog, id))
    return states.at(-1) !== states.at(-2)
  }
  expect(changed(() => write(catalog, 'product', id, { details: 'Not asked for' }))).toBe(false)
  expect(changed(() => write(catalog, 'product', id, { story: 'Taken' }))).toBe(false)
  const second = catalog.create('product', { name: 'Table' })
  expect(changed(() => write(catalog, 'source', source, { products: [second.id] }))).toBe(false)
  expect(changed(() => write(catalog, 'product', id, { weight: 2 }))).toBe(true)
  expect(changed(() => write(catalog, 'product', id, { photo: picture('a') }))).toBe(true)
  expect(changed(() => write(catalog, 'source', source, { content: 'Beech.' }))).toBe(true)
  expect(changed(() => addSource(catalog, 'More.', { products: [id] }))).toBe(true)
  expect(new Set(states).size).toBe(5)
})

test('what scripts and agents quote is looked up where they say, in whole [PROMPT-10]', () => {
  const catalog = products({})
  const source = addSource(catalog, `${'Filler. '.repeat(5000)}Solid oak.`)
  const { id } = catalog.create('product', { name: 'Chair', details: '<b>Oiled</b> by hand' })
  const evidence = [
    { source: `source:${source}`, quote: 'solid oak' },
    { source: 'attribute:details', quote: 'oiled by hand' },
    { source: 'attribute:name', quote: 'oiled' },
    { source: 'source:nope', quote: 'solid oak' },
    { source: 'attribute:nope', quote: 'solid oak' },
  ]
  const sent = catalog.read((db) => gatherNamed(db, 'product', id, evidence))
  expect(verifyEvidence(evidence, sent).map(({ verified }) => verified)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the words of the instructions say where to look in a long source [PROMPT-13]', () => {
  const instructions = 'Say how to wash it, and at how many degrees.'
  const catalog = products({ selected_tools: ['includeDataSources'], custom_instructions: instructions })
  const { id } = catalog.create('product', { name: 'Chair' })
  const filler = 'It is a piece of furniture for the home.\n'.repeat(2000)
  addSource(catalog, `${filler}Wash it at 30 degrees.\n${filler}`, { products: [id] })
  const [passage] = gather(catalog, id).passages
  expect(passage?.text).toContain('Wash it at 30 degrees.')
})
